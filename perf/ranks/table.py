"""Medians, ratios, and whether they are as wanted."""


def median(values):
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def spread(values):
    """Largest over smallest: 1 where all are equal."""
    return max(values) / min(values)


def verdict(value, least=None, most=None):
    """PASS, or by how much `value` misses a bound; "-" where there is none."""
    if least is None and most is None:
        return "-"
    if least is not None and value < least:
        return f"short by {100 * (1 - value / least):.1f} %"
    if most is not None and value >= most:
        return f"over by {100 * (value / most - 1):.1f} %"
    return "PASS"


COLUMNS = ["row", "quantity", "value", "wanted", "verdict", "median_a_s", "spread_a", "median_b_s", "spread_b", "repeats"]


def plain_row(name, quantity, value, least=None, most=None):
    wanted = f">= {least}" if least is not None else f"< {most}" if most is not None else "-"
    return [name, quantity, f"{value:.4g}", wanted, verdict(value, least, most), "-", "-", "-", "-", "-"]


def ratio_row(name, quantity, a, b, least=None):
    """How many times faster `b` is than `a`; both are seconds of repeats."""
    row = plain_row(name, quantity, median(a) / median(b), least)
    row[5:] = [f"{median(a):.4f}", f"{spread(a):.3f}", f"{median(b):.4f}", f"{spread(b):.3f}", str(len(b))]
    return row


def text(rows):
    return "\n".join("\t".join(row) for row in rows) + "\n"
