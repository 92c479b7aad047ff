"""What the readers of all languages share: tokens, a cursor over them, and the collection of what is wrong."""
