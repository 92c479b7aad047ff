"""From text to a model: FSP, AUT and JSON."""
