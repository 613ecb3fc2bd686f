"""The pages that answer a question or settle one."""
