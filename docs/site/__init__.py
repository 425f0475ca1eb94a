"""The site: `python -m docs.site.make FOLDER` makes it from the pages of `docs/`, with Sphinx. Begin with `make`."""
