"""The methods: each decides a problem and returns a verdict, behind one registry."""
