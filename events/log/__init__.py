"""The log: canonical bytes, frames, chain, tree, timelines, stores."""
