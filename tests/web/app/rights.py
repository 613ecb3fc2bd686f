"""What each route asks of a phone. A route that stands in none of these classes fails the walk of all routes."""

LOOK = {
    *("sheets.show", "sheets.rows", "sheets.table", "sheets.news", "board.show", "curve.show", "sheets.end"),
    "history.show",
    *("export.show", "export.as_csv", "export.as_long_csv", "export.as_json", "export.with_history"),
    *("export.as_workbook", "export.as_pdf", "export.as_text", "export.send"),
    *("export.as_picture", "export.as_svg"),
    *("fingerprint.show", "fingerprint.receipt", "disputes.agreement", "disputes.show"),
    *("checks.more", "checks.questions", "auction.judge", "checks.trick", "what_if.hand", "what_if.rules"),
    *("paper.check_sheet", "rules.of_sheet", "home.archive", "home.unarchive"),
    *("why.points", "why.total", "why.standing", "why.mark", "why.closing", "why.payment"),
    *("why.dealer", "why.turn", "why.call", "why.hand", "people.who", "people.say_who", "deletion.leave"),
}
"""Of a sheet, for every phone that has it: pages, files, questions that write nothing, and its own home page."""

SPEAK = {"disputes.agree", "disputes.sign", "disputes.dispute"}
"""Of a sheet, for a phone that is a player's: it agrees, signs and objects for them."""

SCORE = {
    *("hands.new", "hands.record", "hands.preview", "hands.amend_form", "hands.amend", "hands.strike"),
    "hands.deal",
    *("auction.show", "auction.ahead", "auction.call"),
    *("sheets.undo", "sheets.redo", "sheets.finish", "sheets.reopen"),
    *("seats.show", "seats.save", "seats.preview", "names.show", "names.save", "names.preview", "names.entitle"),
    "names.choose_looks",
    *("house_rules.show", "house_rules.save", "house_rules.preview"),
    *("adjust.show", "adjust.save", "adjust.preview", "adjust.strike", "disputes.dismiss", "disputes.settle"),
    *("disputes.compare", "disputes.version", "disputes.version_form", "deletion.ask", "deletion.delete"),
    *("season.show", "season.add", "season.remove", "links.share", "links.renew", "links.open_to_all"),
    *("people.show", "people.set_role", "people.call", "people.answer", "people.remove"),
}
"""Of a sheet, for a phone that scores."""

STATISTICS = (
    *("index", "choose", "standings", "players", "partnerships", "story", "pair", "nights", "night", "why"),
)
"""The pages about a season, whosever it is."""

SEASON = {*(f"shared_season.{page}" for page in STATISTICS), "shared_tonight.show", "shared_tonight.news"}
"""Of a season of the server, for everybody who has its key: figures and names. They open no sheet."""

OPEN = {
    *("home.home", "home.archived", "home.search", "evenings.show", "evenings.as_csv", "evenings.as_workbook"),
    *("imports.choose", "imports.save", "imports.everything", "imports.sheet_file_schema"),
    *("new_sheet.new", "paper.choose", "paper.check_typed", "rules.show"),
    *("settings.show", "settings.save", "help.index", "help.show"),
    *("links.type_code", "links.join_by_code", "links.join_as"),
    *("installation.favicon", "installation.manifest", "installation.service_worker"),
    *("health.health", "health.ready"),
    *("tonight.show", "tonight.news"),
    *("static", "links.join", "spellings.merge"),
    *(f"statistics_files.{file}" for file in ("nights", "hands", "workbook")),
    *(f"statistics.{page}" for page in STATISTICS),
}
"""Of no sheet: for everybody, and showing a phone its own sheets alone."""
