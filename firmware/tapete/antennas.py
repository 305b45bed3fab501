"""Which antenna is whose: each player lays any card before him; changes when that is asked otherwise."""

from tapete.table import Question


def ask(t, then, back):
    """Ask all players, keep the answers in the settings, then go on with then(); DESHACER: with back().

    settings.antennas is the list that the mat looks into for each event: meanwhile it has the antennas' numbers."""
    antennas = t.settings.antennas
    before = list(antennas)
    antennas[:] = [1, 2, 3, 4]
    found: list = []

    def player():
        options = [("antennas_kept", ())]
        question = Question("antenna", (len(found) + 1,), options, kept, given_up, laid, holds=False)
        question.kind = "new_match"
        t.ask(question)
        asked.append(question)

    def laid(card):
        antenna = t.lies.get(card, 0)
        if not antenna:
            return True
        if antenna in found:
            t.say("antenna_taken", found.index(antenna) + 1)
            t.sound("refused")
            return True
        found.append(antenna)
        t.close(asked.pop())
        if len(found) < len(antennas):
            player()
        else:
            done()
        return True

    def done():
        for k, antenna in enumerate(found):
            antennas[antenna - 1] = k + 1
        settle()

    def kept(_):
        antennas[:] = before if any(before) else [1, 2, 3, 4]
        settle()

    def settle():
        t.settings.save()
        for card in t.lies:
            t.lies[card] = antennas[t.lies[card] - 1]
        t.put_aside(t.here)
        t.sound("answered")
        then()

    def given_up():
        antennas[:] = before
        back()

    asked: list = []
    player()
