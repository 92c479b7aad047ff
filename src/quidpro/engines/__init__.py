"""The methods that decide: one folder a world, in it one folder an algorithm."""
