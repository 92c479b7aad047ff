"""The studio: model, check and watch in a browser on this machine."""
