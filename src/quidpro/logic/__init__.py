"""Formulas, apart from the languages they are written in and the engines that decide them."""
