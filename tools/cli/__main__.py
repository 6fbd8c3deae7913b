"""`python -m rollbook.tools.cli` is the `rollbook` command."""

from rollbook.tools.cli.main import main

main()
