"""HDF5 by the Python standard library, as much as the tests need: a BIOM 2.1 table is written, data sets of a matrix are read."""
import re
import struct

UNDEFINED = b"\xff" * 8


def padded(data):
    return data + bytes(-len(data) % 8)


def message(kind, data):
    data = padded(data)
    return struct.pack("<HHB3x", kind, len(data), 0) + data


def header(messages):
    """An object header of version 1."""
    return struct.pack("<BxHII4x", 1, len(messages), 1, sum(map(len, messages))) + b"".join(messages)


def space(extent):
    return struct.pack("<BBB5xQ", 1, 1, 0, extent)


INT32 = struct.pack("<BBBBIHH", 0x10, 0x08, 0, 0, 4, 0, 32)
FLOAT64 = struct.pack("<BBBBIHHBBBBI", 0x11, 0x20, 0x3F, 0, 8, 0, 64, 52, 11, 0, 52, 1023)


def text_type(width):
    return struct.pack("<BBBBI", 0x13, 1, 0, 0, width)


class File:
    """Objects one after the other behind the superblock."""

    def __init__(self):
        self.bytes = bytearray(96)

    def put(self, data):
        at = len(self.bytes)
        self.bytes += padded(data)
        return at

    def data_set(self, kind, extent, data):
        at = self.put(data)
        return self.put(header([
            message(0x01, space(extent)),
            message(0x03, kind),
            message(0x05, struct.pack("<BBBB", 2, 2, 2, 0)),
            message(0x08, struct.pack("<BBQQ", 3, 1, at, len(data))),
        ]))

    def integers(self, values):
        return self.data_set(INT32, len(values), struct.pack(f"<{len(values)}i", *values))

    def reals(self, values):
        return self.data_set(FLOAT64, len(values), struct.pack(f"<{len(values)}d", *values))

    def texts(self, values):
        width = max(len(value) for value in values)
        return self.data_set(text_type(width), len(values), b"".join(value.encode().ljust(width, b"\0") for value in values))

    def group(self, links, *more):
        messages = [message(0x02, b"\0\0" + UNDEFINED * 2), message(0x0A, b"\0\0")]
        for name, at in sorted(links.items()):
            messages.append(message(0x06, struct.pack("<BBB", 1, 0, len(name)) + name.encode() + struct.pack("<Q", at)))
        return self.put(header(messages + list(more)))

    def finish(self, root):
        self.bytes[:96] = (b"\x89HDF\r\n\x1a\n" + struct.pack("<8BHHI", 0, 0, 0, 0, 0, 8, 8, 0, 4, 16, 0) + bytes(8) + UNDEFINED +
                           struct.pack("<Q", len(self.bytes)) + UNDEFINED + struct.pack("<QQII16x", 0, root, 0, 0))
        return bytes(self.bytes)


def biom(samples, observations, rows):
    """The bytes of a BIOM 2.1 table; rows: of each sample, its counts of all observations."""
    file = File()
    begin, indices, data = [0], [], []
    for row in rows:
        for i, count in enumerate(row):
            if count != 0:
                indices.append(i)
                data.append(count)
        begin.append(len(data))
    matrix = file.group({"indptr": file.integers(begin), "indices": file.integers(indices), "data": file.reals(data)})
    sample = file.group({"ids": file.texts(samples), "matrix": matrix})
    observation = file.group({"ids": file.texts(observations)})
    shape = (struct.pack("<BxHHH", 1, 6, len(INT32), len(space(2))) + padded(b"shape\0") + padded(INT32) + padded(space(2)) +
             struct.pack("<ii", len(observations), len(samples)))
    return file.finish(file.group({"sample": sample, "observation": observation}, message(0x0C, shape)))


def heap_text(data, length, collection, index):
    """The object `index` of a global heap."""
    at = collection + 16
    while at < len(data):
        number, _, size = struct.unpack_from("<HH4xQ", data, at)
        if number == index:
            return data[at + 16:at + 16 + length]
        at += 16 + size + -size % 8
    raise ValueError(f"no object {index} in the heap at byte {collection}")


def contents(data):
    """What the contiguous data sets of a file hold, one after the other by their places; texts of any length one a line.
    Unlike the bytes of the file it does not depend on the version of HDF5."""
    sets = {}
    for found in re.finditer(rb"(?s)(?=\x03\x01(.{8})(.{8}))", data):
        at, size = (int.from_bytes(part, "little") for part in found.groups())
        if size > 0 and 96 <= at and at + size <= len(data):
            sets[at] = data[at:at + size]
    if not sets:
        raise ValueError("no data set found")
    parts = []
    for at in sorted(sets):
        part = sets[at]
        references = [struct.unpack_from("<IQI", part, i) for i in range(0, len(part) - 15, 16)] if len(part) % 16 == 0 else []
        if references and all(data[heap:heap + 4] == b"GCOL" for _, heap, _ in references):
            part = b"\n".join(heap_text(data, *reference) for reference in references)
        parts.append(part)
    return b"".join(struct.pack("<Q", len(part)) + part for part in sorted(parts))
