"""Ways to spoil the bytes of a file. Each takes a generator of random numbers and bytes, and returns other bytes."""
import gzip
import re
import struct

NUMBERS = (b"-1", b"0", b"1e999", b"nan", b"-0", b"99999999999999999999", b"4294967296", b"2147483648", b"1.5", b"0x10", b"", b"1e-999", b"+7", b"1_0")
WORDS = (b"\0", b"\xff", b"\n", b"\r", b"\t", b" ", b"\x1b]0;owned\x07", b"\xc2\x9b31m", b"\xe2\x80\xae", b'"', b"'", b"\\", b"#", b"[", b"{", b"(", b",", b":",
         b"/", b"%s%n", b"\xef\xbb\xbf", b"\r\n", b"NA", b".", b"..", b"-")
INTEGERS = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)


def place(rng, data):
    """Often near the beginning, where headers are."""
    return min(rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)) if rng.random() < 0.5 else rng.randrange(len(data) + 1)


def piece(rng, data):
    begin = place(rng, data)
    return begin, min(len(data), begin + rng.choice((1, 1, 2, 4, 8, 40, 400)))


def cut(rng, data):
    return data[:place(rng, data)]


def bit(rng, data):
    at = min(place(rng, data), len(data) - 1)
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:]


def word(rng, data):
    at = place(rng, data)
    return data[:at] + rng.choice(WORDS) * rng.choice((1, 1, 1, 3)) + data[at + rng.choice((0, 1)):]


def dropped(rng, data):
    begin, end = piece(rng, data)
    return data[:begin] + data[end:]


def doubled(rng, data):
    begin, end = piece(rng, data)
    return data[:end] + data[begin:end] + data[end:]


def filled(rng, data):
    begin, end = piece(rng, data)
    return data[:begin] + rng.choice((b"\0", b"\xff", b"\x80", b"0", b"\n")) * (end - begin) + data[end:]


def number(rng, data):
    found = list(re.finditer(rb"[0-9]+(\.[0-9]+)?", data[:20000]))
    if not found:
        return integer(rng, data)
    which = rng.choice(found)
    return data[:which.start()] + rng.choice(NUMBERS) + data[which.end():]


def integer(rng, data):
    size = rng.choice((1, 2, 4, 8))
    at = place(rng, data)
    value = rng.choice(INTEGERS) & (1 << 8 * size) - 1
    return data[:at] + value.to_bytes(size, rng.choice(("little", "little", "big"))) + data[at + size:]


def lines(rng, data):
    rows = data.split(b"\n")
    a, b = rng.randrange(len(rows)), rng.randrange(len(rows))
    kind = rng.randrange(4)
    if kind == 0:
        del rows[a]
    elif kind == 1:
        rows.insert(b, rows[a])
    elif kind == 2:
        rows[a], rows[b] = rows[b], rows[a]
    else:
        rows.insert(a, b"")
    return b"\n".join(rows)


def cells(rng, data):
    rows = data.split(b"\n")
    at = rng.randrange(len(rows))
    blank = b"\t" if b"\t" in rows[at] else b" "
    row = rows[at].split(blank)
    which = rng.randrange(len(row))
    row[which:which + 1] = rng.choice(([], [row[which]] * 2, [b""], [b"9" * 400], [b"x" * 100000], [row[which] + b"\x1b[2J"]))
    rows[at] = blank.join(row)
    return b"\n".join(rows)


def nested(rng, data):
    at = place(rng, data)
    return data[:at] + rng.choice((b"[", b"(", b'{"a":', b"((a:1,b:1):1,", b"<")) * 100000 + data[at:]


def longer(rng, data):
    return data + rng.choice((b"\0" * 7, b"x", data, b"\n" * 1000, data[-20:], b"\xff" * 4096))


def other(rng, data):
    del data
    return rng.choice((b"", b"\n", b"\0" * 4096, b"\xff" * 100, b"\x89HDF\r\n\x1a\n" + bytes(88), b"\x1f\x8b\x08\0", b"\x28\xb5\x2f\xfd\x20\x03", b"BGEN",
                       b"\x93NUMPY\x01\x00\x76\x00{", b"{}", b"[]", b"();", b"\x6c\x1b\x01", b"\x6c\x1b\x02" + struct.pack("<II", 1 << 31, 1 << 31) + b"\x40"))


def packed(rng, data):
    """Compressed, whether that is allowed or not: as it is, cut, behind it more, or far more than there is."""
    squeezed = gzip.compress(data, 1)
    return rng.choice((squeezed, squeezed[:rng.randrange(len(squeezed))], squeezed + b"more", squeezed[:-8] + bytes(8), gzip.compress(bytes(30_000_000), 1)))


WAYS = (cut, cut, bit, bit, word, word, dropped, doubled, filled, number, number, number, integer, integer, lines, cells, cells, nested, longer, other, packed)
NO_FILES = ("absent", "folder", "pipe", "link")  # what may be there in the place of a file
