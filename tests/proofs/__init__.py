"""What is claimed without playing, held against play."""
