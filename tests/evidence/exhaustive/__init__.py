"""The comparison of all small events. Every position is paired in three ways."""
