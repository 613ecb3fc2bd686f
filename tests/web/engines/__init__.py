"""The engines that people hold beside Chromium: WebKit, as on every iPhone, and Firefox."""
