"""The language server: diagnostics, names and checks in any editor that speaks the Language Server Protocol."""
