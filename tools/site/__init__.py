"""The documents as a site: ``python -m tools.site FOLDER`` prepares what the builder of the site reads."""
