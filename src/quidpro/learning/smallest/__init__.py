"""Smallest automata that tell the words of one language from those of another, by SAT."""
