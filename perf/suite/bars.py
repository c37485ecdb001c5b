"""The table of perf/suite as bars: how many times as long as Encke each program takes, on a logarithmic axis."""
from math import ceil, log10

from loglog import COLORS, text

LEFT, WIDTH, ROW, TOP = 250, 560, 24, 60


def picture(rows):
    """SVG of the rows of suite.table(), the first of which is the header."""
    peers = [row for row in rows[1:] if row[1] != "encke"]
    programs = list(dict.fromkeys(row[1] for row in peers))
    decades = max([ceil(log10(float(row[5])) + 1e-9) for row in peers] + [1])
    height = TOP + ROW * len(peers) + 50

    def place(ratio):
        return LEFT + WIDTH * max(log10(ratio), 0) / decades
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 140}" height="{height}" font-family="sans-serif">',
             '<rect width="100%" height="100%" fill="white"/>',
             text(LEFT, 28, "Time of other programs, as a multiple of Encke's: whole commands, one thread", size=15)]
    for power in range(decades + 1):
        x = place(10 ** power)
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - 40}" stroke="#ccc"/>')
        parts.append(text(x, height - 22, f"{10 ** power}", "middle"))
    for number, row in enumerate(peers):
        y, end = TOP + ROW * number, place(float(row[5]))
        parts.append(text(LEFT - 8, y + 13, f"{row[0]}: {row[1]}", "end"))
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{max(end - LEFT, 1):.1f}" height="{ROW - 7}" '
                     f'fill="{COLORS[programs.index(row[1]) % len(COLORS)]}"/>')
        parts.append(text(end + 6, y + 13, f"{float(row[5]):.1f}  ({row[2]} s)"))
    return "\n".join(parts + ["</svg>"]) + "\n"
