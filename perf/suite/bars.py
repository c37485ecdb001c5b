"""The table of perf/suite as bars: how many times as long as Encke each program takes, on a logarithmic axis."""
from math import ceil, log10

from loglog import COLORS, text

LEFT, WIDTH, ROW, TOP = 330, 480, 24, 60
CASES = {"r2": "linkage disequilibrium r²", "r2 2 % missing": "r², 2 % missing", "boost": "epistasis (boost)", "chi2": "epistasis (χ²)",
         "ccc": "allele counts of all pairs", "sorenson": "Sorenson of bits", "ps": "Bray-Curtis", "unifrac unweighted": "UniFrac, unweighted",
         "unifrac weighted normalized": "UniFrac, weighted", "unifrac generalized": "UniFrac, generalised",
         "unifrac unweighted small": "UniFrac, small table"}
PROGRAMS = {"plink2": "PLINK 2", "plink1.9": "PLINK 1.9", "numpy-blas": "NumPy (BLAS)", "numkong": "NumKong", "scipy": "SciPy", "vegan": "vegan (R)",
            "ssu": "ssu (UniFrac binaries)", "scikit-bio": "scikit-bio"}


def shown(seconds):
    """Seconds with two or three digits."""
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s" if seconds >= 1 else f"{seconds:.2f} s"


def picture(rows):
    """SVG of the rows of suite.table(), the first of which is the header."""
    peers = [row for row in rows[1:] if row[1] != "encke"]
    ours = {row[0]: float(row[2]) for row in rows[1:] if row[1] == "encke"}
    programs = list(dict.fromkeys(row[1] for row in peers))
    decades = max([ceil(log10(float(row[5])) + 1e-9) for row in peers] + [1])
    height = TOP + ROW * len(peers) + 66

    def place(ratio):
        return LEFT + WIDTH * max(log10(ratio), 0) / decades
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 220}" height="{height}" font-family="sans-serif">',
             '<rect width="100%" height="100%" fill="white"/>',
             text(LEFT, 28, "How many times as long as Encke others take for the same result", size=15)]
    for power in range(decades + 1):
        x = place(10 ** power)
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - 56}" stroke="#ccc"/>')
        parts.append(text(x, height - 38, f"{10 ** power} ×", "middle"))
    parts.append(text(LEFT + WIDTH / 2, height - 14, "time of the other program by Encke's, logarithmic; whole commands, one thread", "middle"))
    for number, row in enumerate(peers):
        y, end = TOP + ROW * number, place(float(row[5]))
        parts.append(text(LEFT - 8, y + 13, f"{CASES.get(row[0], row[0])}: {PROGRAMS.get(row[1], row[1])}", "end"))
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{max(end - LEFT, 1):.1f}" height="{ROW - 7}" '
                     f'fill="{COLORS[programs.index(row[1]) % len(COLORS)]}"/>')
        parts.append(text(end + 6, y + 13, f"{float(row[5]):.1f} ×  ({shown(float(row[2]))}; Encke {shown(ours[row[0]])})"))
    return "\n".join(parts + ["</svg>"]) + "\n"
