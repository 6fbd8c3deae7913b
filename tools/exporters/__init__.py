"""From a tournament record to other formats: objects in, text out."""
