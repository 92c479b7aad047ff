"""The reader of BTOR2: circuits over words and arrays of fixed size."""
