"""How people use it: command line, importers, exporters."""
