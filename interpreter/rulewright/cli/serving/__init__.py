"""Parts of `serve`: starting the server, and writing the records of its tables.

Begin with `serve_command`.
"""
