"""Taking events back and giving others instead, all of them or none, whenever power may fail."""

from tapete import screens

_LONGEST = 180  # bytes of one `@batch` note; a line has at most 200 with its checksum


def rewrite(t, n, texts, dry=False):
    """Take back the last n accepted events, give these instead -> the Answer to the last (None: no event).

    A play's seat may be `?`: the one in turn. If one is refused, everything is as it was and its Answer is
    returned; dry: everything is as it was anyway. Nothing is written before the referee has taken all of it;
    notes let a start after a cut write the rest."""
    ref = t.ref
    screens.rest()  # the round may be read again beside itself, which is when least is free
    old = [t.act(i) for i in range(len(t.acts) - n, len(t.acts))]
    notes = [] if dry or n + len(texts) < 2 else batch_notes(["undo"] * n + texts)
    line = t.journal.line + len(notes)
    done = []
    for text in ["undo"] * n + texts:
        line += 1
        if text[-1] == "?":  # where nobody is in turn it is refused
            text = text[:-2] + (" %d" % ref.turn if ref.turn else "")
        ans = ref.push(text, line)
        done.append((text, ans))
        if not ans.ok:
            break
    if not done:
        return None
    if dry or not ans.ok:
        for _, each in done[n:]:
            if each.ok:
                ref.push("undo", line)
        for line, text, _ in old:
            ref.push(text, line)
        return ans
    unseen = [text for text, _ in done if text[:4] in "hand and draw"]
    for note in batch_notes([text for text, _ in done]) if notes else ():
        if unseen:
            t.tell("acta %d @batch" % t.journal.append(note))
        else:
            t.note(note)
    for text, each in done:
        t.write(text, each)
    t.changed()
    return ans


def batch_notes(texts):
    """The notes that tell beforehand what will be written."""
    notes = []
    row = "@batch %d" % len(texts)
    for text in texts:
        if len(row) + len(text) > _LONGEST:
            notes.append(row)
            row = "@batch"
        row += " " + text + ";"
    notes.append(row)
    return notes


def before(t, n, look):
    """What look() says where the last n events had not been."""
    screens.rest()  # as above
    old = [t.act(i) for i in range(len(t.acts) - n, len(t.acts))]
    for _ in old:
        t.ref.push("undo", t.journal.line + 1)
    seen = look()
    for line, text, _ in old:
        t.ref.push(text, line)
    return seen
