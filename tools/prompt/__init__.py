"""The prompt of `rollbook play`: a line is typed, the dice it needs are asked for by name."""
