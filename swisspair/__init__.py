"""The programs as the shell starts them. What must be in force before anything else is loaded, and nothing more."""
