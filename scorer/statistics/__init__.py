"""What a season tells: figures over the sheets of many evenings, each with the evenings and hands behind it."""
