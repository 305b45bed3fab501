"""Help at the table: a page a subject, gone through with the buttons. Lent."""

from tapete.table import Question

PAGES = 6  # help_1 to help_6 in the catalogues


def open_help(t, then):
    """The first page; then() when somebody has read enough."""
    options = [("help_page", (n, PAGES)) for n in range(1, PAGES + 1)]
    question = Question("help", (), options, lambda i: then(), then, holds=False)
    question.kind = "advice"
    t.ask(question)
