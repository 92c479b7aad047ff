"""Counterexamples drawn and written down from the chart model: SVG, a page, Mermaid, PlantUML, VCD and JSON."""
