"""What people do at the table, turned into acta events: the only place that knows gestures (design 3).

Every event goes one way, `commit`: the referee takes it, the journal has it on flash, and only then view,
sound and console tell it. A refused event is told (an answer with line 0) and leaves no line: the acta holds
what stands, and a note would cost flash in the very moment in which the player waits for the sound.

Questions. A card that comes while a question stands in its way is *held*: in RAM, marked provisional, without
a card's tone. A *doubt* (order of two cards, cante or play, a card that is not of the pack) does not stop the
table: the proposed answer and the cards after it are written at once, so that what sounded is on flash;
another answer takes them back with `undo` and writes them anew. The card that would complete the trick or
prove a renuncio is held until the doubt is answered. Notes in the acta, which the game ignores, let a start
after a cut go on in the middle:

    @doubt KIND N CARD...   what follows (and N events before it) rests on a question; it is asked again
    @settled                it is answered
    @batch N EVENT; ...     these N events belong together: what is missing of them is written first
    @scan begins            cards are dealt over the mat; `@scan is void`: that came to nothing
    @dealer SEAT            who deals first, as chosen
    @guessed                from here on in this round a seat is taken from the turn: its own reader is away

Rooms beside this one, lent when they are needed, one at a time: between (the trump card), takeback (refused
cards, DESHACER), declare and declared (cantes and swaps), doubt and settle, missing, place, whose (questions), rewrite
and mend (changing what is written), past, resume, menu, setup, house, options, names, enrol, scan, scanned, watch and
drawn (cards that pass over the mat face down). `shown` makes the view.
"""

from tapete import lend
from tapete.shown import look
from tute.cards import RANKS, SUITS, card_name
from tute.referee import Referee, dumps

_STILL = 1000  # ms that a card lies alone before it may be the trump card
_GONE = 1000  # ms without any card of the open trick, once each was missed; for each that may yet come
_TOGETHER = 400  # ms between two cards of one hand
_REST = 5000  # ms after which rooms that are not needed are given back
_TOLD = 200  # records that wait for the console, at most
_BUTTONS = ("ok", "cante", "cambio", "deshacer")
_HALF = 1 << 29  # ticks wrap at twice this (MicroPython's ticks_ms)

YES_NO = [("yes", ()), ("no", ())]


def since(now, then):
    """ms from one tick to a later one."""
    return ((now - then + _HALF) & (2 * _HALF - 1)) - _HALF


def pair_of(a, b):
    """Whether two cards are king and knight of one suit."""
    return a // 10 == b // 10 and a % 10 + b % 10 == 13 and abs(a - b) == 1


def parts(text):
    """("play AO 1") -> its word, seat (0: none) and card (-1: none)."""
    words = text.split()
    seat = 0
    card = -1
    for word in words[1:]:
        if len(word) == 1 and word in "1234":
            seat = int(word)
        elif len(word) == 2 and word[1] in SUITS:
            card = SUITS.index(word[1]) * 10 + RANKS.index(word[0])
    return words[0], seat, card


class Question:
    """One thing that is asked. Up to three options are chosen by one press each (OK is the proposed one).

    answer(i)     called once it is closed, with the chosen option
    back()        the same for DESHACER
    laid(card), lifted(card)   see a card first; True if it was meant for the question
    holds         cards that it does not take wait for its answer
    cycle         never one press each: a button pressed twice would choose
    cards         by option, the (seat, card) that are shown with it; empty: those of the trick
    """

    def __init__(self, key, args, options, answer, back=None, laid=None, lifted=None, holds=True):
        self.key = key
        self.args = args
        self.options = options
        self.answer = answer
        self.back = back
        self.laid = laid
        self.lifted = lifted
        self.holds = holds
        self.kind = "question"
        self.pick = 0
        self.cards: list = []
        self.cycle = len(options) > 3


class Table:
    """One table: where the game stands, what lies on the mat, what is asked.

    ref_factory(rules text, target or None, [games by side] or None) -> Referee; journal, deck, settings and
    sounds as the device has them. `version` counts changes; `view` is what screens show; `told` holds lines
    for the console, to be taken from its front.
    """

    def __init__(self, ref_factory, journal, deck, settings, sounds):
        self.factory = ref_factory
        self.journal = journal
        self.deck = deck
        self.settings = settings
        self.sounds = sounds
        self.ref: Referee = None  # type: ignore[assignment]  # until there is a match
        self.names = ["", "", "", ""]
        self.ready = False  # nothing is a gesture before begin()
        self.now = 0
        self.version = 1
        self.told = []
        self._answers = []  # (line, Answer) that are not yet text
        self._seen = 0
        self._view = None
        self._rooms = {}
        self._used = 0  # when a room was last used
        self.bad = None  # (key, args) of a trouble that is not of the game
        self.hand = False  # the reader has been away for so long that people play by hand
        self._dismissed = None
        self.here = []  # cards that lie on the mat, as far as it was heard
        self.alias = {}  # uid -> card, for stickers that people named themselves
        self.seated = None  # where each seat has its antenna: a function, {uid: seat} of what lies there
        self.lies = {}  # card -> seat whose antenna it lies on; nothing with one reader for all
        # Takes the mat's events instead of the table, while a deck is registered or dealt cards pass over the mat;
        # and ("", b"", now) at each step.
        self.tags = None
        self.deaf = ()  # seats whose own reader does not work
        self.guessed = False  # a card of this round was laid over another's antenna for want of one's own
        self.reset()

    def reset(self):
        """Forget the match, not what lies on the mat."""
        self.aside = list(self.here)  # cards that lie there and are not played
        self.shown = []  # cards of the last cante
        self.refused = None  # (card, seat, duties) of a renuncio that waits to be taken back
        self.held = []  # (card or list of cards of unknown order, seat or 0)
        self.asked = []  # questions, the one on the panel last
        self.doubt = None  # the doubt that the table goes on under
        self.open_doubt = None  # one that a start found in the acta
        self.open_proof = None  # the same, of what the last event proved
        self.acts = []  # accepted events of this round and the one before; see act()
        self.banner = None
        self.kind = ""  # "cante" or "refused" as long as the panel shows it
        self.dealer = 0  # chosen by button for the next deal
        self.trump = -1  # candidate for the trump card
        self.trump_gone = False
        self.counted = True  # the round's count was looked at
        self.audit = None  # by seat, of the last round
        self.taker = 0  # seat that won the last complete trick
        self.suit = 0  # trump suit of the last deal
        self.still_at = self.now
        self.gone_at = None  # since when no card of the open trick is heard
        self.gone_ok = False  # and that is known
        self.led_at = None  # when the lead came
        self.changed()

    # Telling

    def changed(self):
        self.version += 1

    @property
    def view(self):
        """A View of this moment; the same object until something is to be shown that differs."""
        if self._seen != self.version:
            view = look(self)
            if self._view is None or view.__dict__ != self._view.__dict__:
                self._view = view
            self._seen = self.version
        return self._view

    def say(self, key, *args):
        self.banner = (key, args)
        self.changed()

    def sound(self, name):
        self.sounds.play(name)
        self.tell("sound " + name)

    def tell(self, text):
        self.told.append(text)
        if len(self.told) > _TOLD:
            self.told.pop(0)

    def room(self, name):
        """A module that is not always loaded. Only the one last asked for is kept: whoever runs keeps himself."""
        self._used = self.now
        if name not in self._rooms:
            self._rooms = {}
            self._rooms[name] = lend(name)
        return self._rooms[name]

    def trouble(self, key, args=()):
        """Show a trouble that is not of the game (reader, flash, panel) until OK; None when it is over."""
        if key is None:
            self.bad = self._dismissed = None
        elif (key, args) != self._dismissed:
            self.bad = (key, args)
            self.sound("trouble")
        self.changed()

    @property
    def settled(self):
        """No question of time is pending: nothing changes until somebody does something."""
        return not self._answers and self._timer() is None

    @property
    def expect(self):
        """What the mat should listen for: "play", "lift", "scan" or "idle"."""
        ref = self.ref
        if ref is None:
            return "idle"
        if self.refused or self.aside or self.held or self.gone_at is not None:
            return "lift"
        if ref.phase == "play":
            return "play"
        window = ref.phase == "window"
        lying = self.any_here(ref.last_trick) if window else self.trump >= 0 or self.here
        if self.tags and not (window and lying):
            return "scan"
        return "lift" if lying else "play" if window else "idle"

    @property
    def central(self):
        """Whether who laid a card is taken from the turn."""
        return self.guessed or not self.seated and self.settings.central

    # The one way of an event

    def commit(self, text, careful=False):
        """Give an event to the referee; if it stands, to flash; then tell it -> the Answer.

        careful: if it would fix a trick's winner or bring a penalty, nothing happens -> None."""
        ans = self.ref.push(text, self.journal.line + 1)
        if ans.ok:
            if careful and (ans.taken or ans.renuncios or ans.round):
                self.ref.push("undo")
                return None
            self.write(text, ans)
        else:
            self._answers.append((0, ans))
        self.changed()
        return ans

    def write(self, text, ans):
        """Put an event that the referee has taken on flash and among what may be undone."""
        line = self.journal.append(text)
        self.keep(line, text, ans)
        if text[:4] in "hand and draw":  # cards that nobody has seen are not told (rules 3.6)
            text = text[:6]
        else:
            self._answers.append((line, ans))
        self.tell("acta %d %s" % (line, text))
        self.kind = ""

    def note(self, text):
        """A line that the game ignores."""
        self.tell("acta %d %s" % (self.journal.append(text), text))

    def keep(self, line, text, ans):
        """Remember an accepted event: plain plays as one int (line, seat, card, heavy), others as a tuple; `drawn`
        makes an int of draws too."""
        heavy = False
        if ans.taken:
            self.taker = ans.taken[0]
        if ans.more:
            heavy = bool(ans.renuncios or ans.round)
            if ans.audit:
                self.audit = ans.audit
        word, seat, card = parts(text)
        if word == "undo":
            if self.acts:
                self.acts.pop()
        elif word == "play" and text[-1] != "s":
            self.acts.append(((line << 3 | seat) << 6 | card) << 1 | heavy)
        else:
            if word == "deal":
                self.suit = card // 10
                self._forget_old()
            self.acts.append((line, text, heavy))

    def _forget_old(self):
        """At a deal: the round before may still be undone, what is older stands in the acta only."""
        for i in range(len(self.acts) - 1, 0, -1):
            if self.act(i)[1].startswith("deal"):
                del self.acts[:i]
                return

    def act(self, i):
        """(line, text, heavy) of an accepted event; heavy: it ended a round or proved something."""
        a = self.acts[i]
        if isinstance(a, int):
            seat = a >> 7 & 7
            card = card_name(a >> 1 & 63)
            if seat > 4:  # a draw
                return a >> 10, " ".join(("draw", str(seat - 4), card)), a & 1
            return a >> 10, "play %s %d" % (card, seat), a & 1
        return a

    # Questions

    def ask(self, question):
        self.asked.append(question)
        self.sound("question")
        self.tell("question %s %s" % (question.key, question.args))
        self.changed()

    def close(self, question):
        if question in self.asked:
            self.asked.remove(question)
            self.tell("question -")
            self.changed()

    def _choose(self, question, button):
        """A button pressed while something is asked."""
        if button == 3:
            self.close(question)
            if question.back:
                question.back()
            self.drain()
        elif question.cycle and button:
            question.pick = (question.pick + (1 if button == 2 else -1)) % len(question.options)
            self.changed()
        elif button < len(question.options):
            self.close(question)
            self.sound("answered")
            question.answer(question.pick if question.cycle else button)
            self.drain()

    def blocked(self):
        """Nothing may be taken as a play now."""
        if self.refused or (self.doubt and self.doubt.full):
            return True
        for question in self.asked:
            if question.holds:
                return True
        return False

    def hold(self, cards, seat=0):
        self.held.append((cards, seat))
        self.sound("question")
        self.changed()

    def drop_held(self):
        """What was held is nothing: it only has to be taken away."""
        for cards, _ in self.held:
            self.put_aside(cards if isinstance(cards, list) else [cards])
        self.held = []

    def drain(self):
        """Take what was held, as far as nothing stands in its way any more."""
        waiting = self.held
        self.held = []
        while waiting:
            if self.blocked():
                self.held.extend(waiting)
                return
            cards, seat = waiting.pop(0)
            if isinstance(cards, list):
                self._pair(cards)
            else:
                self._laid(cards, seat)

    # The mat

    def see(self, uids):
        """These tags lie on the mat, whatever was heard before."""
        cards = [self.card(uid) for uid in uids]
        self.here = [card for card in cards if card is not None]
        if self.seated:
            self.lies = {self.card(uid): seat for uid, seat in self.seated().items()}

    def begin(self, uids):
        """From now on the mat's events are gestures; these tags lie on it already."""
        self.see(uids)
        self.ready = True
        self.room("resume").compare(self)
        self.changed()

    def resume(self):
        """Read the unfinished match from the journal, if there is one. Before begin()."""
        self.room("resume").load(self)

    def card(self, uid):
        card = self.deck.card(uid)
        return self.alias.get(bytes(uid)) if card is None else card

    def any_here(self, cards):
        """Whether one of these (seat, card) lies on the mat."""
        for _, card in cards:
            if card in self.here:
                return True
        return False

    def put_aside(self, cards):
        """These cards, if they lie on the mat, are not played by lying there."""
        for card in cards:
            if card in self.here and card not in self.aside:
                self.aside.append(card)

    def hear(self, event, before=None):
        """Take an event of the mat while a room takes them all: the table itself, or who took them `before`."""
        mine = self.tags
        self.tags = before
        self.on_mat(event)
        self.tags = mine

    def on_mat(self, event):
        """("laid", uid, t[, seat]), ("lifted", uid, t) or ("pair", [uids], t[, seats])."""
        kind = event[0]
        self.now = event[2]
        if self.tags:
            self.tags(event)
            return
        cards = []
        pair = kind == "pair"
        for i, uid in enumerate(event[1] if pair else (event[1],)):
            card = self.card(uid)
            if len(event) > 3 and card is not None:
                self.lies[card] = event[3][i] if pair else event[3]
            if card is None:
                self._stranger(uid, kind)
            elif kind == "lifted":
                if card in self.here:
                    self.here.remove(card)
                    cards.append(card)
            elif card not in self.here:
                self.here.append(card)
                cards.append(card)
        if not cards or not self.ready:
            return
        self.still_at = self.now
        if self.ref is None:
            if kind == "laid":
                self._offered(cards[0])
        elif kind == "lifted":
            self._lifted(cards[0])
        elif len(cards) == 1:
            self._laid(cards[0], self.lies.get(cards[0], 0))
        elif self.seated:
            self.room("seats").together(self, cards)
        else:
            self._pair(cards)

    def _stranger(self, uid, kind):
        """A tag that is not in the deck."""
        if not self.ready or self.ref is None:
            return
        if kind == "lifted":
            for question in list(self.asked):
                if question.lifted:
                    question.lifted(uid)
        elif self.ref.phase in ("play", "window") and not self.doubt and not self.blocked():
            self.room("doubt").foreign(self, uid)
        elif self.ref.phase not in ("play", "window") and not self.asked and lend("decks").change(self, uid):
            self.on_mat(("laid", uid, self.now))
        else:
            self.say("foreign")
            self.sound("refused")

    def known(self, card):
        """Whether a card that was heard anew says nothing new."""
        ref = self.ref
        if card in self.aside or (self.refused and self.refused[0] == card):
            return True
        for held, _ in self.held:
            if held == card or isinstance(held, list) and card in held:
                return True
        if ref.phase not in ("play", "window"):
            return False
        for _, lying in ref.table:
            if lying == card:
                if self.gone_at is not None or self.gone_ok:
                    self.say("restored")
                self.gone_at = None
                self.gone_ok = False
                return True
        for _, lying in ref.last_trick:
            if lying == card:
                return True
        return False

    def _offered(self, card):
        """Whether the card was meant for a question."""
        for question in list(self.asked):
            if question.laid and question.laid(card):
                return True
        return False

    def _laid(self, card, seat=0):
        if self._offered(card) or self.known(card):
            return
        if self.blocked():
            self.hold(card, seat)
        elif self.ref.phase in ("play", "window"):
            self.play(card, seat)
        elif self.ref.phase == "match_over":
            self.aside.append(card)
        elif self.trump >= 0:
            self.room("between").came(self, card, seat)

    def _pair(self, cards):
        """Cards that came in one sweep: nobody knows in which order."""
        for question in list(self.asked):
            if question.laid:
                cards = [card for card in cards if not question.laid(card)]
        cards = [card for card in cards if not self.known(card)]
        playing = self.ref.phase in ("play", "window")
        if len(cards) < 2 or not (playing or self.blocked()):
            for card in cards:
                self._laid(card)
        elif self.doubt:
            self.room("settle").wait(self, cards)
        elif self.blocked():
            self.hold(cards)
        else:
            self.room("doubt").together(self, cards)

    def _lifted(self, card):
        for question in list(self.asked):
            if question.lifted and question.lifted(card):
                return
        if card in self.aside:
            self.aside.remove(card)
        if self.refused and card == self.refused[0]:
            self.room("takeback").taken_back(self)
        elif not (self.doubt and self.doubt.full):
            for item in self.held:
                if item[0] == card:
                    self.held.remove(item)
                    break
                if isinstance(item[0], list) and card in item[0]:
                    item[0].remove(card)
        if self.trump >= 0:
            self.room("between").went(self, card)
        self.look_gone()
        self.changed()

    def look_gone(self):
        """Notice that no card of the open trick is heard."""
        table = self.ref.table
        if table and self.gone_at is None and not self.gone_ok and not self.any_here(table):
            self.gone_at = self.now

    # A trick

    def play(self, card, seat=0):
        """A card comes while a trick is open or a lead is due."""
        ref = self.ref
        table = ref.table
        if not ref.turn:  # an answer has ended the round
            self.put_aside([card])
            return
        if table and not self.doubt and not self.gone_ok and not self.any_here(table):
            self.hold(card, seat)
            self.room("missing").missing(self, True)
            return
        if self._may_be_cante(card, table, seat):
            return
        if not seat:
            seat = ref.turn
        elif seat != ref.turn and not self.doubt:
            seat = self.room("seats").early(self, card, seat)
            if not seat:
                return
        text = "play %s %d" % (card_name(card), seat)
        if self.doubt:
            self.room("settle").under_doubt(self, card, text)
            return
        ans = self.commit(text)
        if ans.ok:
            self.played(ans, seat, card)
        else:
            self.room("takeback").refuse(self, ans, seat, card)

    def _may_be_cante(self, card, table, seat):
        """King and knight one right after the other, or one of them left lying: asked, and True."""
        if self.doubt or seat and seat != (table[0][0] if len(table) == 1 else 0):
            return False
        if len(table) == 1 and self.led_at is not None and since(self.now, self.led_at) < _TOGETHER:
            lead = table[0][1]
            return pair_of(card, lead) and self.room("doubt").begin(self, "lead", [lead, card], 1)
        if len(self.shown) > 1 and card not in self.shown and not table:
            lying = [c for c in self.shown if c in self.aside]
            if len(lying) == 1:
                self.hold(card)
                self.room("whose").lead(self, lying[0])
                return True
        return False

    def played(self, ans, seat, card):
        """A card stands: its tone, and what follows from it."""
        if not self.asked and not self.doubt:
            self._rooms = {}  # the game goes on: what a card needs is here
        self.shown = []
        self.gone_at = None
        self.led_at = None
        if card in self.aside:
            self.aside.remove(card)
        table = self.ref.table
        self.gone_ok = bool(table) and not self.any_here(table)  # it was held, and collected meanwhile
        if ans.taken:
            self.say("took", ans.taken[0], ans.taken[1])
            self.sound("trick")
        else:
            if len(table) == 1:
                self.led_at = self.now
            self.say("played", seat, card)
            self.sound("card%d" % (len(table) or 3))
        self.judge(ans)
        if self.held and self.seated:
            self.room("seats").due(self)

    def judge(self, ans):
        """Did this event prove something, or end the round?"""
        if ans.more:
            self.room("between").judge(self, ans)

    def deny(self, word, ans):
        """An event that was meant otherwise than as a play was refused."""
        self.say("denied", word, ans.refused)
        self.sound("refused")

    # Buttons

    def on_button(self, name, how="press"):
        """One of ok, cante, cambio, deshacer, pressed or held."""
        if not self.ready:
            return
        button = _BUTTONS.index(name)
        if how == "hold" and button == 0:
            self.bad = None
            self.room("menu").open_menu(self)
        elif self.bad and (button == 0 or self.asked):
            if button == 0:  # a question that the trouble hides is not answered
                self._dismissed = self.bad
                self.bad = None
                if self.hand and not self.asked:
                    self.room("menu").open_menu(self)
        elif self.asked:
            self._choose(self.asked[-1], button)
        elif self.ref is None or (button == 0 and self.ref.phase == "match_over" and self.counted):
            self.room("setup").open_setup(self)
        elif button == 3:
            self.room("takeback").pressed(self)
        elif button == 0 and self.refused:
            self.room("takeback").stands(self)
        elif button == 0 and self.held and self.seated:
            self.room("seats").unheard(self)
        elif self.ref.phase not in ("play", "window"):
            self.room("between").pressed(self, button)
        elif button:
            self.room("declare").pressed(self, name)
        elif self.kind:
            self.kind = ""  # a cante that was shown long enough
        else:  # what the panel says above OK
            self.room("menu").open_menu(self)
        self.changed()

    def after(self, seat, steps=1):
        """The seat so many places to the right."""
        return (seat - 1 + steps) % self.ref.seats + 1

    # Time

    def _timer(self):
        """ms until something happens by itself, or None."""
        if self.ref is None or not self.ready:
            return None
        if self.gone_at is not None:
            if self.doubt or self.blocked():
                return None
            # One card may be hidden by the next, which is not heard; three are not.
            wait = _GONE * max(1, self.ref.seats - len(self.ref.table))
            return max(0, wait - since(self.now, self.gone_at))
        if len(self.here) == 1 and self.here[0] not in self.aside and self.trump < 0 and not self.asked:
            if self.ref.phase in ("deal", "round_over"):
                return max(0, _STILL - since(self.now, self.still_at))
        return None

    def step(self, now):
        """Do what is due -> ms until the next time."""
        self.now = now
        if self._answers:
            line, ans = self._answers.pop(0)
            self.tell("answer %d %s" % (line, dumps(ans)))
            return 0
        if self.tags:
            self.tags(("", b"", now))
        due = self._timer()
        if due == 0:
            if self.gone_at is not None:
                self.room("missing").missing(self)
            else:
                self.room("between").still(self, self.here[0])
            return 0
        if self._rooms and not self.asked and not self.doubt and since(now, self._used) > _REST:
            self._rooms = {}
        return 1000 if due is None else due
