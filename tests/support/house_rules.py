"""House rules for made-up matches: a preset, and by number a choice of each group of options that can stand with it."""

from tute.record import RulesError
from tute.rules import parse_rules

PRESETS = (
    "online-pairs",
    "amelia-2",
    "amelia-3",
    "amelia-4",
    "wikipedia-2",
    "wikipedia-4",
    "wikipedia-4-classical",
)

FINDING = (
    "",
    "renuncio_detection=audit",
    "renuncio_detection=on_claim",
    "renuncio_penalty=warn",
    "renuncio_detection=audit renuncio_penalty=points_to_opponents",
    "renuncio_detection=on_claim renuncio_penalty=points_to_opponents",
    "renuncio_penalty=replay_round",
    "renuncio_penalty=lose_match",
    "renuncio_detection=audit renuncio_priority=both_void",
    "renuncio_detection=on_claim false_claim=lose_round renuncio_claim_by=anyone",
    "renuncio_detection=audit renuncio_penalty=warn",
    "renuncio_detection=audit false_claim=lose_round",
    "renuncio_detection=on_claim renuncio_penalty=warn",
    "renuncio_detection=on_claim renuncio_claim_until=trick_end false_claim=lose_round",
    "renuncio_detection=on_claim renuncio_claim_until=round_count renuncio_priority=both_void",
    "renuncio_detection=audit renuncio_claim_by=device renuncio_penalty=replay_round",
)
DUTIES = (
    "",
    "ruff_duty=any_trump beat_reference=lead beat_waived_when_trumped=no",
    "stock_duty=full",
    "ruff_duty=over_else_trump stock_duty=full",
    "partner_winning_exempt=yes must_beat=no",
    "stock_duty=trump_only ruff_duty=none",
    "stock_duty=assist_only",
)
CALLS = (
    "",
    "cante_declarer=winner cantes_per_player=1_per_side cante_party=player",
    "cante_phase=both cante_min_stock=1 cante_excludes_last_drawn=yes",
    "cante_declarer=any_side_with_trick cante_order=off tute_after_cante=always",
    "cante_phase=PRE cante_min_stock=0 cante_order=round",
    "cante_deadline=first_opportunity cante_order=window tute_after_cante=other_window",
    "cante_phase=POST cante_min_stock=2 cantes_per_player=unlimited",
    "cante_deadline=first_window_only cantes_per_player=unlimited",
    "tute_on_deal=yes tute_effect=none bad_cante=renuncio",
    "tute_effect=win_match tute_ranks=RCS",
    "tute_on_deal=yes tute_effect=marks cante_party=player",
)
SWAPS = (
    "",
    "exchange_needs=just_won",
    "exchange_needs=nothing exchange_moment=any_time",
    "exchange_min_stock=3 exchange_two_takes=anything",
    "exchange_needs=player_trick exchange_min_stock=1",
)
ENDS = (
    "",
    "round_win=first_to_101",
    "double_win=over_100",
    "tie=nobody",
    "out_of_turn=lead_accepted",
    "double_win=over_100_or_120 dealer_next=last_trick_winner",
    "tie_fallback=nobody sides=individual",
    "out_of_turn=renuncio",
    "direction=cw",
    "round_win=first_to_101 last_trick_bonus=40",
)


def house_rules(preset, number, size=""):
    """(the words of a `rules` line, the record). Number 0 is the preset itself."""
    words = preset + (" " + size if size else "")
    for group, step in ((FINDING, 1), (DUTIES, 2), (CALLS, 3), (SWAPS, 1), (ENDS, 1)):
        more = group[number // step % len(group)]
        if more:
            try:
                parse_rules(words + " " + more)
                words += " " + more
            except RulesError:  # cannot stand with this preset
                pass
    return words, parse_rules(words)
