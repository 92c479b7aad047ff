"""Automata as pictures for pages: laid out by Graphviz or around places that are kept, drawn on our own palette."""
