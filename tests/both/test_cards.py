"""Cards and sets of cards."""

from tute.cards import POINTS, card_name, cards_of, count, hand_of, parse_card


def test_every_card_has_a_name_that_reads_back():
    names = [card_name(card) for card in range(40)]
    assert names[0] == "2O" and names[39] == "AB" and len(set(names)) == 40
    assert [parse_card(name) for name in names] == list(range(40))
    assert parse_card("so") == parse_card("SO")


def test_what_is_no_card_is_refused():
    for text in ("", "A", "8O", "OA", "AOO", "A O", "10O", "ÑO"):
        try:
            parse_card(text)
        except ValueError:
            continue
        raise AssertionError(text)


def test_points_of_the_pack():
    assert sum([POINTS[card % 10] for card in range(40)]) == 120  # OP-27


def test_sets():
    for seed in range(200):
        cards = [card for card in range(40) if (card * 7919 + seed * 104729) % 11 < 4]
        masks = hand_of(cards)
        assert cards_of(masks) == cards
        assert sum([count(mask) for mask in masks]) == len(cards)
    assert [count(mask) for mask in (0, 1, 16, 512, 1023)] == [0, 1, 1, 1, 10]
