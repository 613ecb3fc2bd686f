"""Which of our files a request passes."""
