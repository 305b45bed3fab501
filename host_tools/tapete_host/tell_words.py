"""The words in which a match is told, English and Spanish side by side. No logic.

In a text `{who}` is a seat's name or a side's, `{card}` a card with its article, `{cards}` a list of them, `{n}` a
number with its noun. The card names are those of the page and of the panel.
"""

LANGUAGES = ("en", "es")

RANKS = {
    "A": ("ace", "as"),
    "3": ("three", "tres"),
    "R": ("king", "rey"),
    "C": ("knight", "caballo"),
    "S": ("jack", "sota"),
    "7": ("seven", "siete"),
    "6": ("six", "seis"),
    "5": ("five", "cinco"),
    "4": ("four", "cuatro"),
    "2": ("two", "dos"),
}
MANY = {
    "A": ("aces", "ases"),
    "3": ("threes", "treses"),
    "R": ("kings", "reyes"),
    "C": ("knights", "caballos"),
    "S": ("jacks", "sotas"),
    "7": ("sevens", "sietes"),
    "6": ("sixes", "seises"),
    "5": ("fives", "cincos"),
    "4": ("fours", "cuatros"),
    "2": ("twos", "doses"),
}
SUITS = {
    "O": ("coins", "oros"),
    "C": ("cups", "copas"),
    "E": ("swords", "espadas"),
    "B": ("clubs", "bastos"),
}
# singular, plural
NOUNS = {
    "point": (("point", "points"), ("punto", "puntos")),
    "trick": (("trick", "tricks"), ("baza", "bazas")),
    "round": (("round", "rounds"), ("ronda", "rondas")),
    "event": (("event", "events"), ("suceso", "sucesos")),
    "refused": (("refused", "refused"), ("rechazado", "rechazados")),
    "finding": (("revoke", "revokes"), ("renuncio", "renuncios")),
    "match": (("match", "matches"), ("partida", "partidas")),
    "fault": (("fault", "faults"), ("falta", "faltas")),
    "answer": (("answer", "answers"), ("respuesta", "respuestas")),
    "line": (("line", "lines"), ("línea", "líneas")),
    "draw": (("card", "cards"), ("carta", "cartas")),
}
# What a duty asks, as a kind of renuncio and as what the player had to do.
DUTIES = {
    "follow": ("follow", "asistir"),
    "beat": ("beat", "montar"),
    "trump": ("trump", "fallar"),
    "overtrump": ("overtrump", "pisar"),
    "undertrump": ("trump low", "fallar por bajo"),
}
HAD_TO = {
    "follow": ("follow suit", "asistir"),
    "beat": ("beat the table", "montar"),
    "trump": ("trump", "fallar"),
    "overtrump": ("overtrump", "pisar"),
    "undertrump": ("trump, even low", "fallar, aun por bajo"),
}
PRESETS = {
    "online-pairs": ("Tute in pairs, as played online", "Tute por parejas, como en línea"),
    "amelia-2": ("Tute for two with a stock, after Amelia", "Tute habanero de dos, según Amelia"),
    "amelia-3": ("Tute for three, after Amelia", "Tute de tres, según Amelia"),
    "amelia-4": ("Tute in pairs, after Amelia", "Tute por parejas, según Amelia"),
    "wikipedia-2": ("Tute for two with a stock, after Wikipedia", "Tute habanero de dos, según Wikipedia"),
    "wikipedia-4": ("Tute in pairs, after Wikipedia", "Tute por parejas, según Wikipedia"),
    "wikipedia-4-classical": (
        "Tute in pairs, after Wikipedia with the classical duties",
        "Tute por parejas, según Wikipedia con los deberes clásicos",
    ),
}
REFUSED = {
    "no_round": ("no round is open", "no hay ronda abierta"),
    "match_over": ("the match is over", "la partida ha terminado"),
    "round_over": ("the round is over", "la ronda ha terminado"),
    "card_unknown": ("that card is not in this pack", "esa carta no es de esta baraja"),
    "card_played": ("that card has been laid already", "esa carta ya se ha echado"),
    "not_your_turn": ("it is not this player's turn", "no es su turno"),
    "card_elsewhere": ("this player cannot hold that card", "no puede tener esa carta"),
    "renuncio": ("the rules do not allow it", "las reglas no lo permiten"),
    "moment": ("this is not the moment", "no es el momento"),
    "side": ("only the side that took the trick may", "solo puede quien se llevó la baza"),
    "stock": ("the stock no longer allows it", "con lo que queda de mazo ya no se puede"),
    "rank": ("not with these cards", "con esas cartas no"),
    "cards": ("those cards cannot be in that hand", "esas cartas no pueden estar en su mano"),
    "last_drawn": ("not with the card just drawn", "no con la carta recién robada"),
    "already": ("it was done already", "ya está hecho"),
    "limit": ("no more cantes in this trick", "no caben más cantes en esta baza"),
    "tute_after_cante": ("no tute after another cante", "no hay tute tras otro cante"),
    "order": ("the forty had to come first", "las cuarenta iban antes"),
    "deadline": ("the chance has passed", "pasó la ocasión"),
    "none": ("these rules know no exchange", "con estas reglas no se cambia"),
    "needs_trick": ("a trick must have been won before", "antes hay que ganar una baza"),
    "suit": ("only with a trump", "solo con un triunfo"),
    "seat_needed": ("it is not clear whose it is", "no está claro de quién es"),
    "seat": ("there is no such seat", "no existe ese asiento"),
    "round_open": ("a round is still open", "hay una ronda abierta"),
    "too_many": ("more cards than the hand can hold", "más cartas de las que caben en la mano"),
    "nothing_to_undo": ("there is nothing to take back", "no hay nada que deshacer"),
    "nothing_to_claim": ("there is nothing to claim", "no hay nada que denunciar"),
    "claim_by": ("this player may not claim", "este jugador no puede denunciar"),
    "claim_late": ("it is too late to claim", "ya es tarde para denunciar"),
    "no_line": ("no event stands on that line", "en esa línea no hay nada que corregir"),
}
# How a round ended: with a winner, and without.
BY = {
    "points": (("on points", "por puntos"), ("with equal points", "con puntos iguales")),
    "last_trick": (("a tie, by the last trick", "empate: por la última baza"), ("a tie", "empate")),
    "tute": (("by tute", "por tute"), ("by tute", "por tute")),
    "renuncio": (
        ("by a revoke", "por renuncio"),
        ("a revoke: it is dealt again", "renuncio: se da otra vez"),
    ),
    "claim101": (
        ("by a claim of a hundred and one", "por declarar ciento una"),
        ("a wrong claim", "declaró mal"),
    ),
    "carry": (
        ("points are carried", "los puntos siguen"),
        ("the points are carried on", "los puntos siguen"),
    ),
    "concession": (("the others gave up", "los otros se rinden"), ("given up", "abandono")),
    "ruling": (("by ruling", "por decisión de la mesa"), ("void", "no vale")),
}
# What experience is given for.
LEDGER = {
    "match_played": ("match played", "partida jugada"),
    "match_won": ("match won", "partida ganada"),
    "round_won": ("rounds won", "rondas ganadas"),
    "trick": ("tricks", "bazas"),
    "cante": ("cantes", "cantes"),
}
AUDIT = {
    "clean": ("clean", "limpio"),
    "renuncio": ("revoked", "renuncio"),
    "open": ("not everything was seen", "no se vio todo"),
}
# How the reader names what could stand at a place; anything else is shown as it is.
EXPECTED = {
    "card": ("a card", "una carta"),
    "seat": ("a seat", "un asiento"),
    "event": ("an event", "un suceso"),
    "suit": ("a suit (O C E B)", "un palo (O C E B)"),
    "rank": ("a rank", "un número"),
    "checksum": ("a right checksum", "una suma de control buena"),
    "end of line": ("the end of the line", "el final de la línea"),
    "preset": ("the name of a rule set", "el nombre de unas reglas"),
    "option": ("the name of an option", "el nombre de una opción"),
    "side": ("a side", "un bando"),
    "name": ("a name", "un nombre"),
    "UTF-8": ("UTF-8 text", "texto UTF-8"),
    "line number": ("a line number", "un número de línea"),
    "acta 1": ("the first line, acta 1", "la primera línea, acta 1"),
    "version 1": ("version 1", "la versión 1"),
    "rules": ("the line rules", "la línea rules"),
    "a number": ("a number", "un número"),
    "a number of rounds": ("a number of rounds", "un número de rondas"),
    "a number of games": ("a number of games", "un número de juegos"),
    "yes or no": ("yes or no", "yes o no"),
    "ranks such as RC, or -": ("ranks such as RC, or -", "números como RC, o -"),
    "40, 20 or tute": ("40, 20 or tute", "40, 20 o tute"),
    "an event other than undo and correct": (
        "an event other than undo and correct",
        "un suceso que no sea undo ni correct",
    ),
    "acta 1 and rules": ("acta 1 and rules", "acta 1 y rules"),
}

# What the rules say of options that cannot stand together begins with this.
CLASH = "options that can stand together: not "

TEXTS = {
    # names
    "seat": ("Seat {seat}", "Asiento {seat}"),
    "and": (" and ", " y "),
    "or": (" or ", " o "),
    "of": ("{rank} of {suit}", "{rank} de {suit}"),
    "forty": ("the forty in {suit}", "las cuarenta en {suit}"),
    "forty_bare": ("the forty", "las cuarenta"),
    "to": (" to ", " a "),
    "undo_word": ("Taken back.", "Deshecho."),
    "twenty": ("twenty in {suit}", "veinte en {suit}"),
    "tute": ("tute of {ranks}", "tute de {ranks}"),
    # the head
    "first_to": ("first to {n}", "a {n}"),
    "against": ("against", "contra"),
    "brings": ("{who} brings {n} won before.", "{who} trae {n} de antes."),
    "brings_many": ("{who} bring {n} won before.", "{who} traen {n} de antes."),
    "legend": (
        "[3C] is winning or took the trick. “open”: allowed with some hands that the player may hold and not with "
        "others; what comes later decides.",
        "[3C] va ganando o se llevó la baza. «por ver»: con unas manos que puede tener vale y con otras no; lo "
        "decide lo que venga.",
    ),
    # headings
    "rounds_heading": ("The rounds", "Las rondas"),
    "round_heading": ("round", "ronda"),
    "trumps_heading": ("trumps", "triunfo"),
    "result_heading": ("result", "resultado"),
    "findings_heading": ("Revokes found", "Renuncios hallados"),
    "suspicions_heading": (
        "Suspicions that a draw may explain: {n}",
        "Sospechas que un robo puede explicar: {n}",
    ),
    "chart": (
        "Points over the tricks of round {n}; at its end {scores}.",
        "Puntos a lo largo de las bazas de la ronda {n}; al final {scores}.",
    ),
    "legend_page": (
        "The numbers beside the names are the order in which the cards were laid; the golden frame took the trick. "
        "“Open”: allowed with some hands that the player may hold and not with others.",
        "Los números junto a los nombres son el orden en que se echaron las cartas; el marco dorado se llevó la baza. "
        "«Por ver»: con unas manos que puede tener el jugador vale y con otras no.",
    ),
    "round_no": ("Round {n}", "Ronda {n}"),
    "trick_no": ("Trick {n}", "Baza {n}"),
    "trick_again": ("Trick {n}, again", "Baza {n}, otra vez"),
    # the deal
    "deal": (
        "{who} deals and shows {card}: {suit} are trumps.",
        "Reparte {who} y enseña {card}: pintan {suit}.",
    ),
    "hand": ("Scanned: {who} was dealt {cards}.", "Escaneado: a {who} le tocan {cards}."),
    "forget": (
        "The scan of the deal was wrong: it is forgotten.",
        "El escaneo del reparto estaba mal: se olvida.",
    ),
    # plays
    "lead": ("{who} leads {card}.", "{who} sale con {card}."),
    "lead_trump": ("{who} leads a trump, {card}.", "{who} arrastra con {card}."),
    "beats": ("{who} beats it with {card}.", "{who} monta con {card}."),
    "follows": ("{who} follows with {card}.", "{who} asiste con {card}."),
    "trumps": ("{who} trumps with {card}.", "{who} falla con {card}."),
    "overtrumps": ("{who} overtrumps with {card}.", "{who} pisa con {card}."),
    "undertrumps": ("{who} trumps low with {card}.", "{who} falla por bajo con {card}."),
    "throws": ("{who} throws {card}.", "{who} se descarta de {card}."),
    "lays": ("{who} lays {card}.", "{who} echa {card}."),
    "stands": ("It stands.", "Se queda."),
    "open": ("open: {duties}", "por ver: {duties}"),
    "illegal": ("not allowed: {duties}", "no vale: {duties}"),
    "takes": ("{who} takes the trick: {n}.", "Baza de {who}: {n}."),
    "stock": ("{n} left in the stock", "quedan {n} en el mazo"),
    # what happens between plays
    "cante": ("{who} sings {what}.", "{who} canta {what}."),
    "cante_said": (
        "{who} announces {what} without showing the cards.",
        "{who} canta {what} sin enseñar las cartas.",
    ),
    "swap": (
        "{who} exchanges {card} for the trump card, {other}.",
        "{who} cambia {card} por la pinta, {other}.",
    ),
    "draw_one": ("{who} draws {what}", "{who} roba {what}"),
    "draw_both": ("{who} draw unseen.", "{who} roban sin enseñar."),
    "unseen": ("unseen", "sin enseñar"),
    "the_trump_card": ("the trump card, {card}", "la pinta, {card}"),
    "draw_all": ("The draws that were owed are made.", "Se roba lo que se debía."),
    "show": ("{who} shows {cards}.", "{who} enseña {cards}."),
    "claim": (
        "{who} says that {other} has revoked",
        "{who} denuncia un renuncio de {other}",
    ),
    "upheld": ("and is right", "y acierta"),
    "pending": ("which cannot be told yet", "que aún no se puede saber"),
    "unfounded": ("and is wrong", "y se equivoca"),
    "claim_turns": ("The claim that was pending is upheld.", "La denuncia que quedaba era cierta."),
    "claim_falls": ("The claim that was pending is unfounded.", "La denuncia que quedaba no era cierta."),
    "claim101": ("{who} claims a hundred and one.", "{who} declara ciento una."),
    "concede": ("{who} gives up the round.", "{who} se rinde en esta ronda."),
    "award": ("The table gives the round to {who}.", "La mesa da la ronda a {who}."),
    "misdeal": ("Misdeal: the round is void.", "Mal dado: la ronda no vale."),
    "leave": ("{who} leaves the match.", "{who} deja la partida."),
    "end": ("The match stops here.", "La partida se deja aquí."),
    "undo": ("Taken back: {event}", "Deshecho: {event}"),
    "correct": ("Line {line} is put right: {event}", "Se corrige la línea {line}: {event}"),
    "was": ("(it was “{event}”)", "(decía «{event}»)"),
    "correct_drop": ("Line {line} is dropped.", "Se quita la línea {line}."),
    "refused": ("Refused: {why}.", "No vale: {why}."),
    "then_line": (
        "line {line} could then not stand: {why}",
        "entonces la línea {line} no podría quedar: {why}",
    ),
    # as tried: an event that was refused
    "try_cante": ("{who} wants to sing {what}.", "{who} quiere cantar {what}."),
    "try_swap": ("{who} wants to exchange {card}.", "{who} quiere cambiar {card}."),
    "somebody": ("Somebody", "Alguien"),
    # findings
    "proven": (
        "Proven: {who} revoked in trick {trick} with {card}. {had}",
        "Renuncio de {who}, probado: {card} en la baza {trick}. {had}",
    ),
    "suspected": (
        "{who} may have revoked in trick {trick} with {card}. {had}",
        "Renuncio de {who}, sospechado: {card} en la baza {trick}. {had}",
    ),
    "had_to": ("{who} had to {duties}", "{who} tenía que {duties}"),
    "witness": (", as {cards} shows.", ": lo muestra {cards}."),
    "witnesses": (", as {cards} show.", ": lo muestran {cards}."),
    "perhaps": (", if {cards} was not drawn since.", ", si {cards} no se robó después."),
    "counted": (
        ": counting proves it, no hand that is left allows the card.",
        ": lo prueba la cuenta, ninguna mano posible permite la carta.",
    ),
    "disproved": (
        "Cante of {who} disproved: {what}, announced after trick {trick} without having the cards.",
        "Cante de {who} desmentido: {what}, cantado tras la baza {trick} sin tener las cartas.",
    ),
    "bad_cante": (
        "Cante of {who} after trick {trick}, without right or without the cards: {what}.",
        "Cante de {who} tras la baza {trick}, sin derecho o sin las cartas: {what}.",
    ),
    "turn": (
        "Proven: {who} laid {card} out of turn in trick {trick}, a revoke.",
        "Renuncio de {who}, probado: {card} fuera de turno en la baza {trick}.",
    ),
    "out_of_turn": (
        "It is not this player's turn: the card goes back.",
        "No es su turno: la carta vuelve a la mano.",
    ),
    "claimed_by": ("Claimed by {who}.", "Lo denunció {who}."),
    # results
    "wins_round": ("{who} wins the round ({by})", "{who} gana la ronda ({by})"),
    "win_round": ("{who} win the round ({by})", "{who} ganan la ronda ({by})"),
    "nobody_round": ("Nobody wins the round ({by})", "Nadie gana la ronda ({by})"),
    "turned": ("The result of round {n} is turned.", "Cambia el resultado de la ronda {n}."),
    "double": ("It counts two games.", "Vale dos juegos."),
    "col_tricks": ("tricks", "bazas"),
    "col_cards": ("cards", "cartas"),
    "col_cantes": ("cantes", "cantes"),
    "col_ten": ("last ten", "diez últ."),
    "col_carried": ("other", "otros"),
    "col_total": ("total", "total"),
    "col_rounds": ("rounds", "rondas"),
    "sung": ("sung: {calls}", "cantes: {calls}"),
    "rounds_won": ("Rounds: {scores}.", "Rondas: {scores}."),
    "audit_clean": (
        "Audit: every play was seen to be right.",
        "Auditoría: se ve que todas las jugadas fueron buenas.",
    ),
    "audit": ("Audit: {seats}.", "Auditoría: {seats}."),
    "wins_match": ("{who} wins the match.", "{who} gana la partida."),
    "win_match": ("{who} win the match.", "{who} ganan la partida."),
    "nobody_match": ("The match ends without a winner.", "La partida termina sin ganador."),
    "xp": ("Experience of {who}: {n}", "Experiencia de {who}: {n}"),
    "unfinished": (
        "The record stops here: the match is not over.",
        "El acta acaba aquí: la partida no ha terminado.",
    ),
    # faults and summaries
    "no_acta": ("there is no *.acta here", "aquí no hay ningún *.acta"),
    "differs": (
        "{key} is not as recorded: recorded {old}, now {new}",
        "{key} no es lo grabado: grabado {old}, ahora {new}",
    ),
    "absent": ("nothing", "nada"),
    "not_recorded": ("this line has no recorded answer", "esta línea no tiene respuesta grabada"),
    "not_answered": ("an answer is recorded, and now there is none", "hay respuesta grabada y ahora ninguna"),
    "not_json": ("this is no recorded answer", "esto no es una respuesta grabada"),
    "sealed": ("checksums good", "sumas de control buenas"),
    "unsealed": ("no checksums", "sin sumas de control"),
    "hold": ("recorded answers hold: {n}", "respuestas grabadas que se mantienen: {n}"),
    "not_kept": ("no recorded answers", "sin respuestas grabadas"),
    "sum": ("{matches}, {rounds}, {events}: {faults}", "{matches}, {rounds}, {events}: {faults}"),
    "index": ("Matches", "Partidas"),
    "no_faults": ("no faults", "sin faltas"),
    "reading": ("Reading", "Leyendo"),
    "wrote": ("{path} is written", "{path} está escrito"),
    "unread": (
        "Line {line} cannot be read: column {column}, expected {expected}.",
        "La línea {line} no se puede leer: columna {column}, se esperaba {expected}.",
    ),
    "expected": ("expected {expected}", "se esperaba {expected}"),
    "torn": (
        "the last line was torn by a power cut and is dropped: {text}",
        "la última línea quedó cortada y no cuenta: {text}",
    ),
    # rule sets
    "rules_more": (
        "tapete rules NAME [option=value ...] shows one of them option by option.",
        "tapete rules NOMBRE [opción=valor ...] enseña uno de ellos opción por opción.",
    ),
    "rules_changed": ("changed", "cambiado"),
    "group_players_cards": ("Players and cards", "Jugadores y cartas"),
    "group_duties": ("What must be played", "Qué hay que echar"),
    "group_cantes": ("Cantes", "Cantes"),
    "group_exchange": ("Exchange of the trump card", "Cambio de la pinta"),
    "group_scoring": ("Scoring of a round", "Cuenta de la ronda"),
    "group_match": ("The match", "La partida"),
    "group_irregular": ("Irregularities", "Irregularidades"),
    "no_preset": ("{name}: no such rule set.", "{name}: no hay tales reglas."),
    "no_option": ("{name}: no such option.", "{name}: no hay tal opción."),
    "no_value": ("{name} cannot be {value}: {expected}.", "{name} no puede ser {value}: {expected}."),
    "clash": (
        "other options, these cannot stand together: {expected}",
        "otras opciones, estas no pueden ir juntas: {expected}",
    ),
    "did_you_mean": ("Perhaps {names}?", "¿Quizá {names}?"),
    "there_are": ("There are: {names}.", "Hay: {names}."),
    # writing an acta
    "yes": ("yes", "sí"),
    "ask_file": ("File", "Archivo"),
    "ask_resume": ("{path} is there already: go on with it?", "{path} ya existe: ¿seguimos con él?"),
    "left_alone": ("{path} is left as it is.", "{path} se queda como está."),
    "ask_preset": ("Rules, by number or name", "Reglas, por número o nombre"),
    "ask_options": (
        "House rules, as option=value (tapete rules tells them; none: Enter)",
        "Reglas de la casa, como opción=valor (tapete rules las cuenta; ninguna: Intro)",
    ),
    "ask_target": ("Rounds that win the match", "Rondas para ganar la partida"),
    "ask_name": ("Name of seat {seat}", "Nombre del asiento {seat}"),
    "ask_dealer": ("Who deals first", "Quién reparte primero"),
    "scorer": (
        "Type what happens, a line each: a card by itself is laid by whoever is in turn. ? helps, undo takes back, "
        "Ctrl-D ends.",
        "Escribe lo que pase, una línea cada vez: una carta sola la echa quien tiene el turno. ? ayuda, undo deshace, "
        "Ctrl-D termina.",
    ),
    "resumed": ("{n} are there already.", "Ya hay {n}."),
    "kept": ("Kept in {path}.", "Guardado en {path}."),
    "due_over": ("The match is over (undo, show, end)", "La partida ha terminado (undo, show, end)"),
    "due_deal": ("{who} deals; the trump card", "Reparte {who}; la pinta"),
    "due_any_deal": ("deal SEAT CARD", "deal ASIENTO CARTA"),
    "due_card": ("Trick {trick}, {who}", "Baza {trick}, {who}"),
    "column": ("column {column}: expected {expected}", "columna {column}: se esperaba {expected}"),
    "too_long": ("too long", "demasiado larga"),
    "may_stand": ("{event} stands: lets it stand", "{event} stands: se queda"),
    "help": (
        "  Cards: rank A 3 R C S 7 6 5 4 2, then suit O C E B, such as AO.\n"
        "  6C                     what is due: the trump card, or a card laid by the seat in turn\n"
        "  play AO 2 [stands]     seat 2 lays it; stands: although it is a revoke\n"
        "  cante 40 [SEAT]        cante 20 SUIT, cante tute RANK; said at the end: only announced\n"
        "  swap 7O [SEAT]         exchanges it for the trump card\n"
        "  draw [SEAT [CARD]]     from the stock\n"
        "  show SEAT CARD...      seen in a hand; hand SEAT CARD...: scanned before the first card\n"
        "  claim SEAT AGAINST     says that this seat has revoked\n"
        "  concede SEAT, misdeal, award SIDE, leave SEAT, end\n"
        "  undo                   takes the last event back; correct LINE EVENT (or -) puts an earlier one right\n"
        "  =                      shows the table; # begins a comment",
        "  Cartas: número A 3 R C S 7 6 5 4 2 y palo O C E B, como AO.\n"
        "  6C                     lo que toca: la pinta, o la carta de quien tiene el turno\n"
        "  play AO 2 [stands]     la echa el asiento 2; stands: aunque sea renuncio\n"
        "  cante 40 [ASIENTO]     cante 20 PALO, cante tute NÚMERO; said al final: sin enseñar\n"
        "  swap 7O [ASIENTO]      la cambia por la pinta\n"
        "  draw [ASIENTO [CARTA]] roba del mazo\n"
        "  show ASIENTO CARTA...  vistas en una mano; hand ASIENTO CARTA...: escaneadas antes de empezar\n"
        "  claim ASIENTO CONTRA   denuncia un renuncio\n"
        "  concede ASIENTO, misdeal, award BANDO, leave ASIENTO, end\n"
        "  undo                   deshace lo último; correct LÍNEA SUCESO (o -) corrige algo anterior\n"
        "  =                      enseña la mesa; # empieza un comentario",
    ),
}
