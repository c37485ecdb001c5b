"""Numbers of the ring's schedule (core/encke/schedule/orbit.hpp), by formula."""
from math import comb


def steps(ring, way):
    """Steps of a ring of `ring` positions: orbits of pairs or triples of positions under rotation."""
    if way == 2:
        return (ring + 1) // 2 + (1 if ring % 2 == 0 else 0)
    gaps = -(-ring // 3)  # first gaps below a third of the ring
    return gaps * ring - 3 * (gaps * (gaps - 1) // 2) + (1 if ring % 3 == 0 else 0)


def messages(ring, way):
    """Sets of vectors that a position receives in all steps: one for each offset that the step before did not have. The
    offset 0 is the position itself."""
    if way == 2:
        return steps(ring, 2) - 1
    # Offsets (0, g, 2g + k): with each k a new third, with each g a new second; in a short last step only the second.
    return (steps(ring, 3) - 1) + (-(-ring // 3) - 1)


def busiest(ring, way, blocks):
    """Tiles of the position that has the most, where all own equally many of the `blocks`."""
    return -(-comb(blocks + way - 1, way) // ring)


def ring_for(ranks, way, load):
    """The largest ring that divides `ranks` and has at most about `load` steps for each of the replicas."""
    best = 1
    for ring in range(1, ranks + 1):
        if ranks % ring == 0 and steps(ring, way) * ring <= load * ranks:
            best = ring
    return best
