"""Every option and preset of the house rules in words that a player understands, English and Spanish (rules 2.5,
3.4, 3.5). The device does without."""

from typing import NamedTuple

from tapete_host.tell_words import MANY


class OptionText(NamedTuple):
    """One option: the rules it comes from, what it settles, and what each of its values means.

    `values` is by value as a `rules` line has it, each (English, Spanish); where the option is a number or a set of
    ranks it is empty, and `value_words` writes the value itself.
    """

    ids: str
    en: str
    es: str
    values: dict[str, tuple[str, str]]


_YES_NO = {"yes": ("yes", "sí"), "no": ("no", "no")}

OPTIONS: dict[str, OptionText] = {
    "players": OptionText(
        "OP-03, AM-01, WK-03", "How many play", "Cuántos juegan", {n: (n, n) for n in ("2", "3", "4")}
    ),
    "sides": OptionText(
        "OP-03, WK-20, C-36",
        "Who plays with whom",
        "Quién juega con quién",
        {
            "pairs": ("in pairs, partners opposite", "por parejas, una frente a otra"),
            "individual": ("everyone for himself", "cada uno por su cuenta"),
        },
    ),
    "removed_ranks": OptionText(
        "OP-03, AM-06, C-30",
        "Ranks taken out of the pack of 40",
        "Cartas que se quitan de la baraja de 40",
        {},
    ),
    "hand_size": OptionText(
        "OP-07, AM-06, WK-06, C-31", "Cards dealt to each player", "Cartas que recibe cada jugador", {}
    ),
    "trump_source": OptionText(
        "OP-08, AM-07, WK-06, WK-19",
        "Which card makes the trump suit",
        "Qué carta marca el triunfo",
        {
            "last_dealt": ("the last card dealt", "la última que se reparte"),
            "stock_upcard": (
                "the card turned up when the hands are dealt; the rest is the stock",
                "la que se descubre al terminar de repartir; el resto es el mazo",
            ),
            "first_cante": ("the first cante (not refereed)", "el primer cante (sin árbitro)"),
            "bidder": (
                "the highest bidder's choice (not refereed)",
                "la que elige quien gana la subasta (sin árbitro)",
            ),
        },
    ),
    "upcard_home": OptionText(
        "OP-08, WK-06, WK-19, C-24",
        "Where the trump card lies",
        "Dónde queda la carta que marca el triunfo",
        {
            "table_until_played": (
                "on the table until the dealer plays it",
                "sobre la mesa hasta que la juega quien ha dado",
            ),
            "dealer_hand": ("shown, then in the dealer's hand", "se enseña y va a la mano de quien ha dado"),
            "under_stock": ("crosswise under the stock", "atravesada debajo del mazo"),
        },
    ),
    "direction": OptionText(
        "WK-21, WK-33, C-32",
        "Which way round the table the play goes",
        "En qué sentido se juega",
        {
            "ccw": ("to the right (counter-clockwise)", "hacia la derecha (contra las agujas del reloj)"),
            "cw": ("to the left (clockwise)", "hacia la izquierda (como las agujas del reloj)"),
        },
    ),
    "first_leader": OptionText(
        "OP-09, AM-05, AM-08, WK-07, C-33",
        "Who leads to the first trick",
        "Quién sale en la primera baza",
        {
            "dealer_right": ("whoever is next to the dealer in play", "quien va a continuación de quien da"),
            "non_dealer": ("the one who did not deal", "quien no ha dado"),
        },
    ),
    "dealer_next": OptionText(
        "AM-05, WK-33, C-34",
        "Who deals the next round",
        "Quién da la ronda siguiente",
        {
            "rotate_ccw": ("the next player in play", "el jugador siguiente"),
            "last_trick_winner": ("whoever won the last trick", "quien gana la última baza"),
            "alternate": ("the two take turns", "uno cada vez"),
        },
    ),
    "draw_order": OptionText(
        "WK-11, C-35",
        "Who draws first from the stock",
        "Quién roba primero del mazo",
        {"winner_first": ("the winner of the trick", "quien ha ganado la baza")},
    ),
    "stock_duty": OptionText(
        "AM-14, WK-08, C-01",
        "What must be played while cards are left in the stock",
        "Qué hay que echar mientras queden cartas en el mazo",
        {
            "full": ("the same as afterwards", "lo mismo que después"),
            "free": ("any card", "cualquier carta"),
            "trump_only": ("follow suit only when trumps are led", "asistir solo si se sale a triunfo"),
            "assist_only": ("follow suit, without having to beat", "asistir, sin obligación de montar"),
        },
    ),
    "must_beat": OptionText(
        "OP-10, AM-10, WK-08, WK-22",
        "Whether whoever follows suit must beat if he can",
        "Si quien asiste debe montar cuando puede",
        _YES_NO,
    ),
    "beat_reference": OptionText(
        "OP-10, AM-10, WK-23, WK-26, C-02",
        "Which card must be beaten",
        "Qué carta hay que superar",
        {
            "highest": ("the highest on the table", "la más alta de la mesa"),
            "lead": ("the first of the trick", "la primera de la baza"),
        },
    ),
    "beat_waived_when_trumped": OptionText(
        "OP-11, AM-11, C-03, C-04",
        "Whether the duty to beat ends once somebody has trumped",
        "Si deja de haber que montar cuando alguien ya ha fallado",
        _YES_NO,
    ),
    "ruff_duty": OptionText(
        "OP-10, AM-10, WK-24, WK-27, C-05, C-06, C-07",
        "What must be played by whoever cannot follow suit",
        "Qué debe echar quien no puede asistir",
        {
            "over_else_free": (
                "a trump that wins; if none does, any card",
                "un triunfo que gane; si no lo tiene, cualquier carta",
            ),
            "over_else_trump": (
                "a trump that wins; if none does, another trump",
                "un triunfo que gane; si no lo tiene, otro triunfo",
            ),
            "any_trump": ("any trump", "cualquier triunfo"),
            "none": ("any card", "cualquier carta"),
        },
    ),
    "partner_winning_exempt": OptionText(
        "C-08",
        "Whether only following suit is due while one's partner is winning",
        "Si basta con asistir cuando va ganando el compañero",
        _YES_NO,
    ),
    "cante_declarer": OptionText(
        "OP-15, OP-17, AM-18, WK-15, WK-31, C-09",
        "Who may sing after a trick",
        "Quién puede cantar tras una baza",
        {
            "winning_side": ("the winner of the trick and his partner", "quien gana la baza y su compañero"),
            "winner": ("the winner of the trick", "quien gana la baza"),
            "any_side_with_trick": ("every side that has a trick", "todo bando que tenga una baza"),
        },
    ),
    "cante_deadline": OptionText(
        "AM-23, AM-24, WK-31, WK-37, C-10, C-11",
        "Until when a cante may be made",
        "Hasta cuándo se puede cantar",
        {
            "none": ("after any trick won", "tras cualquier baza ganada"),
            "first_opportunity": (
                "from the first trick won on, trick after trick; a silent one ends it",
                "desde la primera baza ganada y sin dejar pasar ninguna; quien calla, pierde el derecho",
            ),
            "first_window_only": ("only after the first trick won", "solo tras la primera baza ganada"),
        },
    ),
    "cantes_per_player": OptionText(
        "OP-17, AM-26, WK-41, C-12",
        "How many cantes after one trick",
        "Cuántos cantes tras una misma baza",
        {
            "1": ("one a player", "uno por jugador"),
            "1_per_side": ("one a side", "uno por bando"),
            "unlimited": ("as many as there are", "todos los que se tengan"),
        },
    ),
    "cante_order": OptionText(
        "OP-16, AM-25, WK-41, WK-42, C-13",
        "Whether the 40 must be sung before a 20",
        "Si las cuarenta se cantan antes que las veinte",
        {
            "round": (
                "yes: after a 20 it is lost for the round",
                "sí: tras unas veinte se pierden para toda la ronda",
            ),
            "window": ("yes, after the same trick", "sí, tras la misma baza"),
            "off": ("in any order", "en cualquier orden"),
        },
    ),
    "cante_party": OptionText(
        "OP-16, OP-22, C-13",
        "Whose earlier cantes bar a 40 or a tute",
        "Qué cantes anteriores impiden las cuarenta o el tute",
        {
            "side": ("one's own and the partner's", "los propios y los del compañero"),
            "player": ("one's own", "solo los propios"),
        },
    ),
    "tute_ranks": OptionText(
        "OP-19, AM-22, WK-38, C-14",
        "Four of which rank are a tute",
        "De qué cartas hay tute, si se reúnen las cuatro",
        {},
    ),
    "tute_after_cante": OptionText(
        "OP-16, AM-27, WK-41, WK-42, C-15",
        "Whether a tute may follow another cante",
        "Si se puede cantar tute después de otro cante",
        {
            "never": ("no", "no"),
            "other_window": ("yes, after another trick", "sí, tras otra baza"),
            "always": ("yes", "sí"),
        },
    ),
    "tute_effect": OptionText(
        "OP-19, AM-22, WK-38, C-16",
        "What a tute wins",
        "Qué gana el tute",
        {
            "win_round": ("the round", "la ronda"),
            "win_match": ("the match", "la partida"),
            "none": ("nothing", "nada"),
            "marks": ("a mark against every opponent: the round", "una marca para cada contrario: la ronda"),
        },
    ),
    "tute_on_deal": OptionText(
        "C-16",
        "Whether a tute that was dealt wins before the first card",
        "Si el tute servido gana antes de la primera carta",
        _YES_NO,
    ),
    "cante_phase": OptionText(
        "AM-18, AM-28, WK-11, C-19",
        "Whether one sings before or after drawing",
        "Si se canta antes o después de robar",
        {
            "both": ("before or after", "antes o después"),
            "PRE": ("before", "antes"),
            "POST": ("after", "después"),
        },
    ),
    "cante_min_stock": OptionText(
        "AM-28, WK-16, WK-37, C-17",
        "Cards that the stock must still hold for a cante, the trump card counted",
        "Cartas que deben quedar en el mazo para cantar, contando la del triunfo",
        {},
    ),
    "cante_excludes_last_drawn": OptionText(
        "AM-28, C-18",
        "Whether the card just drawn cannot be part of a cante",
        "Si la carta recién robada no vale para cantar",
        _YES_NO,
    ),
    "exchange": OptionText(
        "OP-23, AM-15, WK-12, C-20",
        "Whether the trump card can be taken for the 7 or the 2 of trumps",
        "Si se puede cambiar la carta del triunfo por el 7 o el 2",
        {
            "dealer_upcard": ("yes, while it lies on the table", "sí, mientras está sobre la mesa"),
            "stock_upcard": ("yes, while it lies under the stock", "sí, mientras está debajo del mazo"),
            "none": ("no", "no"),
        },
    ),
    "exchange_needs": OptionText(
        "AM-15, WK-14, C-21",
        "What must have been won before an exchange",
        "Qué hay que haber ganado para cambiar",
        {
            "side_trick": ("a trick, by oneself or one's partner", "una baza, propia o del compañero"),
            "player_trick": ("a trick of one's own", "una baza propia"),
            "just_won": ("the last trick", "la última baza"),
            "nothing": ("nothing", "nada"),
        },
    ),
    "exchange_min_stock": OptionText(
        "AM-15, WK-14, C-22",
        "Cards that the stock must still hold for an exchange, the trump card counted",
        "Cartas que deben quedar en el mazo para cambiar, contando la del triunfo",
        {},
    ),
    "exchange_moment": OptionText(
        "WK-14, C-21",
        "When the trump card may be exchanged",
        "Cuándo se puede cambiar",
        {
            "between_tricks": ("between two tricks", "entre dos bazas"),
            "any_time": ("at any time", "en cualquier momento"),
        },
    ),
    "exchange_two_takes": OptionText(
        "OP-23, AM-15, WK-13, C-23",
        "What the 2 of trumps can take",
        "Qué se puede llevar el 2 de triunfo",
        {
            "7654": ("the 7, 6, 5 or 4", "el 7, el 6, el 5 o el 4"),
            "anything": ("any card", "cualquier carta"),
        },
    ),
    "last_trick_bonus": OptionText(
        "OP-25, AM-29, WK-44",
        "Points for the last trick",
        "Puntos de la última baza (las diez de últimas)",
        {},
    ),
    "round_win": OptionText(
        "OP-24, AM-19, WK-35, C-29",
        "What wins a round",
        "Con qué se gana una ronda",
        {
            "most_points": ("the most points", "más puntos que los demás"),
            "first_to_101": (
                "101 points: with less by all another deal is added, and a player may say that he has them",
                "101 puntos: si nadie llega se suma otra mano, y un jugador puede decir que los tiene",
            ),
        },
    ),
    "tie": OptionText(
        "OP-26, AM-19, C-25",
        "Who wins when points are equal",
        "Quién gana con empate a puntos",
        {
            "last_trick": ("whoever won the last trick", "quien gana la última baza"),
            "nobody": ("nobody", "nadie"),
        },
    ),
    "tie_fallback": OptionText(
        "C-26",
        "Who wins a tie when a third won the last trick",
        "Quién gana el empate si la última baza es de un tercero",
        {
            "latest_trick_among_tied": (
                "whoever of them won a trick latest",
                "quien de ellos ha ganado la baza más reciente",
            ),
            "nobody": ("nobody", "nadie"),
        },
    ),
    "double_win": OptionText(
        "C-28",
        "Whether a big win counts as two rounds",
        "Si una victoria amplia vale dos rondas",
        {
            "none": ("no", "no"),
            "over_100": ("with more than 100 points", "con más de 100 puntos"),
            "over_100_or_120": (
                "with more than 100 points, or more than 120 for a side that has sung",
                "con más de 100 puntos, o más de 120 si se ha cantado",
            ),
        },
    ),
    "points_shown": OptionText(
        "C-29",
        "When the mat shows points",
        "Cuándo enseña el tapete los puntos",
        {
            "always": ("always", "siempre"),
            "cantes": (
                "those of the cantes; the others when the round ends",
                "los de los cantes; el resto, al final",
            ),
            "round_end": ("when the round ends", "al final de la ronda"),
        },
    ),
    "match_target": OptionText(
        "OP-04, AM-02, WK-34, C-27", "Rounds that win the match", "Rondas para ganar la partida", {}
    ),
    "renuncio_detection": OptionText(
        "3.4",
        "When a revoke is told",
        "Cuándo se dice un renuncio",
        {
            "live": (
                "at once: a card known to be wrong is refused",
                "al momento: la carta indebida se rechaza",
            ),
            "audit": ("when the round ends", "al terminar la ronda"),
            "on_claim": ("when somebody claims it", "cuando alguien lo reclama"),
        },
    ),
    "renuncio_claim_by": OptionText(
        "3.4",
        "Who may claim a revoke",
        "Quién puede reclamar un renuncio",
        {
            "opponents": ("opponents", "los contrarios"),
            "anyone": ("anyone", "cualquiera"),
            "device": ("nobody: the mat alone tells it", "nadie: solo lo dice el tapete"),
        },
    ),
    "renuncio_claim_until": OptionText(
        "3.4",
        "Until when a revoke may be claimed",
        "Hasta cuándo se puede reclamar un renuncio",
        {
            "next_first_lead": (
                "until the first card of the next round",
                "hasta la primera carta de la ronda siguiente",
            ),
            "round_count": ("until the round is counted", "hasta el recuento de la ronda"),
            "trick_end": ("until the next trick is led", "hasta que se sale a la baza siguiente"),
        },
    ),
    "renuncio_correction": OptionText(
        "3.4",
        "Until when one's own wrong card may be taken back without penalty",
        "Hasta cuándo puede uno retirar su carta indebida sin castigo",
        {
            "until_trick_complete": ("until the trick is complete", "hasta que se completa la baza"),
            "until_next_card": ("until the next card", "hasta la carta siguiente"),
            "none": ("never", "nunca"),
        },
    ),
    "renuncio_penalty": OptionText(
        "3.4",
        "What a revoke costs",
        "Qué cuesta un renuncio",
        {
            "lose_round": ("the round", "la ronda"),
            "lose_match": ("the match", "la partida"),
            "replay_round": ("the round is played again", "la ronda se repite"),
            "points_to_opponents": (
                "all points of the round go to the opponents",
                "todos los puntos de la ronda pasan a los contrarios",
            ),
            "warn": ("nothing: it is only told", "nada: solo se avisa"),
        },
    ),
    "renuncio_priority": OptionText(
        "3.4",
        "What happens when both sides have revoked",
        "Qué pasa cuando renuncian los dos bandos",
        {
            "first_in_time": ("the earlier one counts", "cuenta el primero"),
            "both_void": ("the round is played again", "la ronda se repite"),
        },
    ),
    "false_claim": OptionText(
        "3.4",
        "What an unfounded claim costs",
        "Qué cuesta una reclamación sin razón",
        {
            "none": ("nothing", "nada"),
            "warn": ("nothing: it is only told", "nada: solo se avisa"),
            "lose_round": ("the round", "la ronda"),
        },
    ),
    "out_of_turn": OptionText(
        "3.5",
        "What happens to a card laid out of turn",
        "Qué pasa con una carta echada fuera de turno",
        {
            "take_back": ("it is taken back", "se retira"),
            "lead_accepted": (
                "a lead is accepted, anything else is taken back",
                "si es una salida vale; si no, se retira",
            ),
            "renuncio": ("it is a revoke", "es renuncio"),
        },
    ),
    "bad_cante": OptionText(
        "3.5",
        "What happens to a cante made without right",
        "Qué pasa con un cante sin derecho",
        {
            "refuse": ("it does not count", "no vale"),
            "renuncio": ("it is a revoke", "es renuncio"),
        },
    ),
}

# what each preset is, in one line
PRESETS: dict[str, tuple[str, str]] = {
    "online-pairs": (
        "Four in pairs, 40 cards, as on the net: the trump card can be exchanged, 3 rounds",
        "Cuatro por parejas, 40 cartas, como en la red: se puede cambiar el triunfo, 3 rondas",
    ),
    "amelia-2": (
        "Two with a stock (habanero): free play while it lasts, then every duty",
        "Dos con mazo (habanero): juego libre mientras queda mazo, después obligado",
    ),
    "amelia-3": (
        "Three, everyone for himself, without the twos",
        "Tres, cada uno por su cuenta, sin los doses",
    ),
    "amelia-4": (
        "Four in pairs, no exchange; whoever does not sing at once loses the right",
        "Cuatro por parejas, sin cambio; quien no canta a tiempo pierde el derecho",
    ),
    "wikipedia-2": (
        "Two with a stock, every duty from the first trick; tute of kings only",
        "Dos con mazo, juego obligado desde la primera baza; tute solo de reyes",
    ),
    "wikipedia-4": (
        "Four in pairs by the letter of the article: only the first card must be beaten; tute of kings only",
        "Cuatro por parejas a la letra del artículo: solo hay que superar la primera carta; tute solo de reyes",
    ),
    "wikipedia-4-classical": (
        "The same with the duties that most tables play: the highest card must be beaten",
        "Igual, con las obligaciones de casi todas las mesas: hay que superar la carta más alta",
    ),
}

# where an option says nothing, because another has settled it: (option, the other, its value)
IDLE = (
    ("stock_duty", "trump_source", "last_dealt"),
    ("draw_order", "trump_source", "last_dealt"),
    ("cante_phase", "trump_source", "last_dealt"),
    ("cante_min_stock", "trump_source", "last_dealt"),
    ("cante_excludes_last_drawn", "trump_source", "last_dealt"),
    ("exchange_needs", "exchange", "none"),
    ("exchange_min_stock", "exchange", "none"),
    ("exchange_min_stock", "exchange", "dealer_upcard"),
    ("exchange_moment", "exchange", "none"),
    ("exchange_two_takes", "exchange", "none"),
    ("beat_reference", "must_beat", "no"),
    ("beat_reference", "players", "2"),
    ("beat_waived_when_trumped", "must_beat", "no"),
    ("beat_waived_when_trumped", "players", "2"),
    ("partner_winning_exempt", "sides", "individual"),
    ("cante_party", "sides", "individual"),
    ("renuncio_priority", "players", "3"),
    ("tie_fallback", "sides", "pairs"),
    ("tie_fallback", "players", "2"),
    ("tie_fallback", "tie", "nobody"),
    ("tute_effect", "tute_ranks", "-"),
    ("tute_on_deal", "tute_ranks", "-"),
    ("tute_after_cante", "tute_ranks", "-"),
    ("removed_ranks", "removed_ranks", "-"),
)

_OR = (" or ", " o ")
_NONE = ("none", "ninguna")


def value_words(option: str, value: str, spanish: bool) -> str:
    """What this value of this option means, in words; numbers stay numbers, ranks get their names."""
    text = OPTIONS[option]
    if value in text.values:
        return text.values[value][spanish]
    if option not in ("removed_ranks", "tute_ranks"):
        return value
    if value == "-":
        return _NONE[spanish]
    return _OR[spanish].join(MANY[rank][spanish] for rank in value)


def said(option: str, spanish: bool) -> str:
    """What an option settles, in one line."""
    return OPTIONS[option][2 if spanish else 1]


def idle(option: str, value_of) -> bool:
    """Whether an option says nothing beside the others; `value_of(option)` gives their values as texts."""
    return any(name == option and value_of(other) == value for name, other, value in IDLE)
