"""What builds something for the project and is no part of the package."""
