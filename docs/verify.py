#!/usr/bin/env python3
"""Checks how games of Bagatelle were dealt, without trusting Bagatelle.

    python3 verify.py RECORD...

A RECORD is the file that a finished game offers for download. The recipe is in fairness.md, and this file
follows it step by step. It is written to be read: it uses nothing but the standard library of Python 3.9 or
newer, it shares no code with Bagatelle, and it contacts no server.

Read it from the end: `check_record` is the whole check, and what stands before it are the tools it needs.

    Part 1   SHA-256 of lines of text: commitments and seeds
    Part 2   BLAKE3 of at most 64 bytes: from a seed to a key
    Part 3   ChaCha8: from a key to random numbers
    Part 4   numbers below n, and shuffles
    Part 5   the deal of Bulbous
    Part 6   the check of a record

It prints one line for each record, and ends with exit status 1 at the first record that is wrong.
"""

import datetime
import hashlib
import json
import struct
import sys


class Wrong(Exception):
    """What the record says is not what follows from it."""


# ---------------------------------------------------------------------------------------------------------
# Part 1: SHA-256 of lines of text
# ---------------------------------------------------------------------------------------------------------

# Crockford's base 32: the digits and the capital letters without I, L, O and U, which are easily misread.
BASE_32_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def sha256_of_lines(*lines):
    """The SHA-256 hash of these lines as 32 bytes. Each line, the last one too, ends with a line feed."""
    text = ""
    for line in lines:
        text = text + line + "\n"
    return hashlib.sha256(text.encode("utf-8")).digest()


def seed_text(hash_bytes):
    """The first 80 bits of a hash as people read them, such as 7K2M-0Q9D-XXV3-41TB."""
    first_80_bits = int.from_bytes(hash_bytes[:10], "big")

    # 80 bits are 16 digits of 5 bits each. The first digit is that of the highest bits.
    digits = ""
    for place in range(16):
        shift = 5 * (15 - place)
        digit = (first_80_bits >> shift) & 31
        digits = digits + BASE_32_DIGITS[digit]

    return digits[0:4] + "-" + digits[4:8] + "-" + digits[8:12] + "-" + digits[12:16]


# ---------------------------------------------------------------------------------------------------------
# What BLAKE3 and ChaCha have in common: both mix sixteen words of 32 bits
# ---------------------------------------------------------------------------------------------------------

# The sixteen words stand in a square, in the order in which one reads. A round mixes its four columns, then
# its four diagonals.
COLUMNS_AND_DIAGONALS = [
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (1, 6, 11, 12),
    (2, 7, 8, 13),
    (3, 4, 9, 14),
]


def sum_of_words(*words):
    """The sum of words of 32 bits, without what is carried beyond 32 bits."""
    return sum(words) % 2**32


def rotated_right(word, bits):
    """A word of 32 bits, rotated to the right by this many bits."""
    return ((word >> bits) | (word << (32 - bits))) % 2**32


# ---------------------------------------------------------------------------------------------------------
# Part 2: BLAKE3 of at most 64 bytes
#
# All that is hashed here fits into one block, so BLAKE3 is its compression function, called once. Names and
# numbers are those of its specification: https://github.com/BLAKE3-team/BLAKE3-specs
# ---------------------------------------------------------------------------------------------------------

BLAKE3_START = [
    0x6A09E667,
    0xBB67AE85,
    0x3C6EF372,
    0xA54FF53A,
    0x510E527F,
    0x9B05688C,
    0x1F83D9AB,
    0x5BE0CD19,
]

# The order in which the words of the message are taken in the next round.
BLAKE3_PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8]

# Flags: this one block is the start and the end of its chunk, and the root of the tree.
CHUNK_START = 1
CHUNK_END = 2
ROOT = 8

# Flags: what the hash is for.
KEYED_HASH = 16
DERIVE_KEY_CONTEXT = 32
DERIVE_KEY_MATERIAL = 64


def blake3_mix(state, a, b, c, d, first_message_word, second_message_word):
    """Mixes four words of the state with two words of the message. BLAKE3 calls it the function G."""
    state[a] = sum_of_words(state[a], state[b], first_message_word)
    state[d] = rotated_right(state[d] ^ state[a], 16)
    state[c] = sum_of_words(state[c], state[d])
    state[b] = rotated_right(state[b] ^ state[c], 12)

    state[a] = sum_of_words(state[a], state[b], second_message_word)
    state[d] = rotated_right(state[d] ^ state[a], 8)
    state[c] = sum_of_words(state[c], state[d])
    state[b] = rotated_right(state[b] ^ state[c], 7)


def blake3(key_words, purpose, data):
    """The BLAKE3 hash of at most 64 bytes, as eight words of 32 bits."""
    if len(data) > 64:
        raise Wrong("a text is longer than those that Bagatelle hashes")
    message = list(struct.unpack("<16I", data.ljust(64, b"\0")))
    counter_low = 0
    counter_high = 0
    flags = CHUNK_START | CHUNK_END | ROOT | purpose
    state = key_words + BLAKE3_START[0:4] + [counter_low, counter_high, len(data), flags]

    for _ in range(7):
        for i in range(8):
            a, b, c, d = COLUMNS_AND_DIAGONALS[i]
            blake3_mix(state, a, b, c, d, message[2 * i], message[2 * i + 1])
        message = [message[place] for place in BLAKE3_PERMUTATION]

    return [state[i] ^ state[i + 8] for i in range(8)]


def key_of_setup(seed):
    """The key from which the set-up of a deal is drawn: BLAKE3 of its seed in the mode for deriving keys."""
    context = blake3(BLAKE3_START, DERIVE_KEY_CONTEXT, b"bagatelle 2026 seed text")
    return blake3(context, DERIVE_KEY_MATERIAL, seed.encode("utf-8"))


def key_of_chance(setup_key, actions_before):
    """The key of what chance does after this many actions: their number, hashed with the set-up's key."""
    number_in_eight_bytes = struct.pack("<Q", actions_before)
    return blake3(setup_key, KEYED_HASH, number_in_eight_bytes)


# ---------------------------------------------------------------------------------------------------------
# Part 3: ChaCha8, a stream of random words under a key
#
# It is ChaCha with eight rounds, a counter of blocks in 64 bits and a number of the stream in 64 bits.
# ---------------------------------------------------------------------------------------------------------

# "expand 32-byte k" in ASCII, as in every ChaCha.
CHACHA_START = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]

# The numbers of the streams that Bagatelle draws from.
STREAM_OF_SETUP = 0
STREAM_OF_CHANCE = 1


def chacha_mix(state, a, b, c, d):
    """Mixes four words of the state: a quarter round. Right by 20 bits is left by 12, and so on."""
    state[a] = sum_of_words(state[a], state[b])
    state[d] = rotated_right(state[d] ^ state[a], 16)
    state[c] = sum_of_words(state[c], state[d])
    state[b] = rotated_right(state[b] ^ state[c], 20)

    state[a] = sum_of_words(state[a], state[b])
    state[d] = rotated_right(state[d] ^ state[a], 24)
    state[c] = sum_of_words(state[c], state[d])
    state[b] = rotated_right(state[b] ^ state[c], 25)


def chacha8_words(key_words, stream):
    """All random words of a stream under a key, one after another, 32 bits each."""
    block = 0
    while True:
        start = CHACHA_START + key_words + [block, 0, stream, 0]
        state = list(start)

        # Four times the columns and the diagonals are eight rounds.
        for _ in range(4):
            for a, b, c, d in COLUMNS_AND_DIAGONALS:
                chacha_mix(state, a, b, c, d)

        for i in range(16):
            yield sum_of_words(state[i], start[i])
        block = block + 1


# ---------------------------------------------------------------------------------------------------------
# Part 4: numbers below n, and shuffles
# ---------------------------------------------------------------------------------------------------------


def number_below(n, words):
    """A number from 0 to n - 1, all equally likely."""
    # A word times n has an upper and a lower half of 32 bits each. The upper half is the number. There are
    # 2^32 words, which n need not divide: words whose lower half is below the remainder are passed over, so
    # that as many words are left for each number.
    remainder = 2**32 % n
    while True:
        product = next(words) * n
        upper_half = product // 2**32
        lower_half = product % 2**32
        if lower_half >= remainder:
            return upper_half


def shuffled(items, words):
    """The items in random order: from the end, each changes places with one at or before its place."""
    items = list(items)
    for place in range(len(items) - 1, 0, -1):
        other = number_below(place + 1, words)
        items[place], items[other] = items[other], items[place]
    return items


# ---------------------------------------------------------------------------------------------------------
# Part 5: the deal of Bulbous
# ---------------------------------------------------------------------------------------------------------

# The colours of each player's plants (red, yellow, blue, green), by the number of players.
COLOURS_OF_PLAYERS = {
    2: ["RY", "BG"],
    3: ["R", "B", "Y"],
    4: ["R", "B", "Y", "G"],
}


def bulbous_cards(colours_of_players, options):
    """All cards of the deck, in the order from which they are shuffled."""
    cards = []
    for colour in "RBYG":
        is_played = colour in "".join(colours_of_players)
        if is_played or options.get("full-deck"):
            for value in "3456789X":
                cards.append(colour + value)
    cards.append("WT")
    cards.append("WC")
    return cards


def check_bulbous(record, seats):
    """Computes the set-up and every later shuffle of a game of Bulbous, and compares them with the record."""
    setup_key = key_of_setup(record["seed"])

    players = len(record["setup"]["colours"])
    if players != seats or players not in COLOURS_OF_PLAYERS:
        raise Wrong("the set-up is another one: it has another number of players")
    colours = COLOURS_OF_PLAYERS[players]
    cards = bulbous_cards(colours, record["options"])

    # First it is drawn who begins, then the deck is shuffled.
    words = chacha8_words(setup_key, STREAM_OF_SETUP)
    first_player = number_below(players, words)
    deck = shuffled(cards, words)
    setup = {"colours": colours, "first": first_player, "deck": " ".join(deck)}
    if record["setup"] != setup:
        raise Wrong("the set-up is another one")

    # When the deck is used up, chance shuffles the discards into a new one: an action such as "~R3,B7,WT".
    for actions_before, action in enumerate(record["actions"]):
        if action.startswith("~"):
            order = action[1:].split(",")
            for card in order:
                if card not in cards:
                    raise Wrong("a shuffle is another one: %s is not in the deck" % card)
            words = chacha8_words(key_of_chance(setup_key, actions_before), STREAM_OF_CHANCE)
            if order != shuffled(sorted(order, key=cards.index), words):
                raise Wrong("a shuffle is another one")


# ---------------------------------------------------------------------------------------------------------
# Part 6: the check of a record
# ---------------------------------------------------------------------------------------------------------


# The lengths of Brain Burn's deals of the day, Monday first. Sunday's is a full shuffle, which has no word.
BRAIN_BURN_WEEK = ["ten:", "twentyfive:", "fifty:", "ten:", "twentyfive:", "fifty:", ""]


def length_of_day(game, date):
    """What the seed of a game's deal of the day begins with: the word of its length, if it has one."""
    if game != "brain-burn" or date < "2026-12-01":
        return ""
    return BRAIN_BURN_WEEK[datetime.date.fromisoformat(date).weekday()]


def possible_seeds(record, server_seed, added_by_seats):
    """The seeds that the deal may have: one for each attempt, or the one of its day."""
    if "daily" in record:
        date = record["daily"]
        seed = "daily:" + date + ":" + seed_text(sha256_of_lines("bagatelle day 1", server_seed, date))
        return [length_of_day(record["game"], date) + seed]

    # A deal that is over before it has begun is dealt again, with the next attempt.
    seeds = []
    for attempt in range(20):
        lines = ["bagatelle deal 1", server_seed] + added_by_seats + [str(attempt)]
        seeds.append(seed_text(sha256_of_lines(*lines)))
    return seeds


def check_record(record):
    """Checks a record, and returns a sentence that says what is right."""
    for needed in ("commitment", "revealed", "seed"):
        if needed not in record:
            raise Wrong("the record has no “%s”: nothing was committed, or the game is not over" % needed)
    server_seed = record["revealed"]["seed"]
    server_nonce = record["revealed"]["nonce"]

    # 1. Before the deal, the server showed this hash. So it had chosen its seed by then.
    commitment = sha256_of_lines("bagatelle commitment 1", server_seed, server_nonce).hex()
    if record["commitment"] != commitment:
        raise Wrong("the commitment is another one")

    # 2. Each seat has added something, or nothing. So the server could not know the deal when it committed.
    added_by_seats = []
    for added in record.get("randomness", []):
        added_by_seats.append("-" if added is None else added)
    if record["seed"] not in possible_seeds(record, server_seed, added_by_seats):
        raise Wrong("the seed of the deal does not follow from the server's seed and what seats have added")

    # 3. The deal follows from that seed.
    if record["game"] != "bulbous":
        return "commitment and seed of the deal are right (the set-up of this game is not computed here)"
    check_bulbous(record, seats=len(added_by_seats))
    return "commitment, seed of the deal, set-up and shuffles are right"


def main():
    for name in sys.argv[1:]:
        try:
            with open(name, encoding="utf-8") as file:
                record = json.load(file)
            print(name + ": " + check_record(record))
        except Exception as error:
            # Whatever cannot be read or computed is wrong, too.
            sys.exit("%s: WRONG: %s" % (name, error))


if __name__ == "__main__":
    main()
