"""What changes a sheet or says something about it: corrections, disputes, agreements, history."""
