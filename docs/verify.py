#!/usr/bin/env python3
"""Verifies how Bagatelle games were dealt, independently of Bagatelle: see fairness.md. Usage: python3 verify.py RECORD..."""
import hashlib, json, struct, sys
BASE32, MASK = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 0xFFFFFFFF
IV = [0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19]
QUARTERS = [(i, 4 + (i + n) % 4, 8 + (i + 2 * n) % 4, 12 + (i + 3 * n) % 4) for n in (0, 1) for i in range(4)]
def sha256(*lines): return hashlib.sha256("".join(line + "\n" for line in lines).encode())
def code(hash):  # the first 80 bits in Crockford's base 32, in groups of four
    bits = int.from_bytes(hash.digest()[:10], "big")
    return "-".join("".join(BASE32[bits >> 5 * (15 - 4 * group - i) & 31] for i in range(4)) for group in range(4))
def mix(v, quarter, turns, x=0, y=0):  # the quarter round of ChaCha; BLAKE3 adds two words of the message
    a, b, c, d = quarter
    for into, add, other, word, turn in zip((a, c) * 2, (b, d) * 2, (d, b) * 2, (x, 0, y, 0), turns):
        v[into] = v[into] + v[add] + word & MASK
        v[other] = ((v[other] ^ v[into]) >> turn | (v[other] ^ v[into]) << 32 - turn) & MASK
def blake3(key, flags, data):  # of at most 64 bytes
    m, v = struct.unpack("<16I", data.ljust(64, b"\0")), key + IV[:4] + [0, 0, len(data), flags | 11]
    for _ in range(7):
        for i, quarter in enumerate(QUARTERS): mix(v, quarter, (16, 12, 8, 7), m[2 * i], m[2 * i + 1])
        m = [m[i] for i in (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)]
    return [v[i] ^ v[i + 8] for i in range(8)]
def stream(seed, number):  # the words of ChaCha8, 32 bits each
    for block in range(1 << 32):
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574] + seed + [block, 0, number, 0]
        v = list(start)
        for quarter in QUARTERS * 4: mix(v, quarter, (16, 20, 24, 25))
        yield from (a + b & MASK for a, b in zip(v, start))
def below(words, n):  # a number from 0 to n - 1, each equally likely
    while (product := next(words) * n) & MASK < (1 << 32) % n: pass
    return product >> 32
def shuffled(words, cards):
    for i in range(len(cards) - 1, 0, -1):
        j = below(words, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
def verify(r):
    seed, nonce = r["revealed"]["seed"], r["revealed"]["nonce"]
    assert sha256("bagatelle commitment 1", seed, nonce).hexdigest() == r["commitment"], "the commitment is another one"
    added = ["-" if one is None else one for one in r.get("randomness", [])]
    seeds = [code(sha256("bagatelle deal 1", seed, *added, str(attempt))) for attempt in range(20)]
    if "daily" in r: seeds = ["daily:%s:%s" % (r["daily"], code(sha256("bagatelle day 1", seed, r["daily"])))]
    assert r["seed"] in seeds, "the seed of the deal does not follow from the server's seed and what seats have added"
    if r["game"] != "bulbous": return "commitment and seed of the deal are right (the set-up of this game is not computed here)"
    key = blake3(blake3(IV, 32, b"bagatelle 2026 seed text"), 64, r["seed"].encode())
    colours = [[], [], ["RY", "BG"], ["R", "B", "Y"], ["R", "B", "Y", "G"]][len(r["setup"]["colours"])]
    used = "RBYG" if r["options"].get("full-deck") else [c for c in "RBYG" if c in "".join(colours)]
    cards, words = [c + n for c in used for n in "3456789X"] + ["WT", "WC"], stream(key, 0)
    setup = {"colours": colours, "first": below(words, len(colours)), "deck": " ".join(shuffled(words, list(cards)))}
    assert r["setup"] == setup and len(added) == len(colours), "the set-up is another one"
    for ply, action in enumerate(r["actions"]):
        if action[0] == "~":  # the discards, shuffled into a new deck
            words = stream(blake3(key, 16, struct.pack("<Q", ply)), 1)
            order = action[1:].split(",")
            assert order == shuffled(words, sorted(order, key=cards.index)), "a shuffle is another one"
    return "commitment, seed of the deal, set-up and shuffles are right"
if __name__ == "__main__":
    for name in sys.argv[1:]:
        try: print(name + ":", verify(json.load(open(name, encoding="utf-8"))))
        except Exception as error: sys.exit("%s: WRONG: %s" % (name, error))
