"""The screen of a trouble: what is wrong, and what to do."""

from tapete.screens import parts


def trouble(page, words, view):
    """The state by its name, a sentence or two about it, and that the match is safe."""
    key, args = view.trouble or ("other", ("",))
    text = words.say("t_" + key, args) if words.has("t_" + key) else words.say("t_other", (key,))
    title, _, text = text.partition("|")
    parts.headline(page, words, view, title)
    page.wrap(text, 14, parts.HEAD + 24, page.width - 28, 6)
    parts.banner(page, parts.banner_text(words, view))
    parts.buttons(page, words, view)
