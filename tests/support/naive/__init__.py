"""A second referee, slow and plain, to hold the real one against.

It shares nothing with `tute` but the record of options. Cards are texts, sets are sets. `cards` and `legality` are the
rule book, `hands` says which ways to deal agree with the acta, `rounds` what happened, `calls` the cantes and swaps,
`results` who wins, `matches` the events and their answers.
"""

from support.naive.legality import kind_of as kind_of
from support.naive.legality import legal as legal
from support.naive.legality import winner_of as winner_of
from support.naive.matches import Naive as Naive
