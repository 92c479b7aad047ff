"""What every engine returns: the verdict, and what shows it."""
