"""Texts read while one types: in processes that are kept warm, and limited, so that none holds up a server."""
