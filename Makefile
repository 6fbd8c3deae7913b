.PHONY: types lint test

types:
	mkdir -p build/types/rollbook
	for floor in events projections engine tools; do ln -sfn ../../../$$floor build/types/rollbook/$$floor; done

lint: types
	ruff check .
	ruff format --check .
	mypy
	pyright
	lint-imports

test:
	pytest -n auto
