"""Charts with two logarithmic axes, as SVG."""
from math import ceil, floor, log10
from xml.sax.saxutils import escape

COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]  # told apart by the colour-blind too


def text(x, y, words, anchor="start", size=12, color="black", turn=0):
    turned = f' transform="rotate({turn:.1f} {x:.1f} {y:.1f})"' if turn else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{color}"{turned}>'
            f"{escape(words)}</text>")


class Chart:
    """One chart, its upper left corner at (0, top) of a page. Ranges are of values above 0."""

    def __init__(self, title, x_name, y_name, x_range, y_range, top=0, size=(980, 470), right=330):
        self.x_range, self.y_range = x_range, y_range
        self.left, self.right = 75, size[0] - right
        self.top, self.bottom = top + 40, top + size[1] - 55
        self.parts = [text((self.left + self.right) / 2, top + 24, title, "middle", 15)]
        self.axes(x_name, y_name)

    def place(self, x, y):
        def share(value, least, most):
            return (log10(value) - log10(least)) / (log10(most) - log10(least))
        return (self.left + share(x, *self.x_range) * (self.right - self.left),
                self.bottom - share(y, *self.y_range) * (self.bottom - self.top))

    def axes(self, x_name, y_name):
        for x in marks(*self.x_range):
            at, _ = self.place(x, self.y_range[0])
            self.parts.append(f'<line x1="{at:.1f}" y1="{self.top}" x2="{at:.1f}" y2="{self.bottom}" stroke="#ddd"/>')
            self.parts.append(text(at, self.bottom + 18, label(x), "middle"))
        for y in marks(*self.y_range):
            _, at = self.place(self.x_range[0], y)
            self.parts.append(f'<line x1="{self.left}" y1="{at:.1f}" x2="{self.right}" y2="{at:.1f}" stroke="#ddd"/>')
            self.parts.append(text(self.left - 6, at + 4, label(y), "end"))
        self.parts.append(f'<rect x="{self.left}" y="{self.top}" width="{self.right - self.left}" '
                          f'height="{self.bottom - self.top}" fill="none" stroke="black"/>')
        self.parts.append(text((self.left + self.right) / 2, self.bottom + 40, x_name, "middle", 13))
        self.parts.append(text(18, (self.top + self.bottom) / 2, y_name, "middle", 13, turn=-90))

    def line(self, points, color="black", width=1.5, dash="", name=""):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.place(*point) for point in points))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashed}>'
                          f"<title>{escape(name)}</title></polyline>")

    def words(self, x, y, words, dx=0, dy=0, **style):
        at = self.place(x, y)
        self.parts.append(text(at[0] + dx, at[1] + dy, words, **style))

    def point(self, x, y, color, words="", radius=8):
        at = self.place(x, y)
        self.parts.append(f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius}" fill="{color}" fill-opacity="0.85"/>')
        if words:
            self.parts.append(text(at[0], at[1] + 3.5, words, "middle", 10, "white"))

    def legend(self, number, words, color, mark=""):
        y = self.top + 10 + 20 * number
        self.parts.append(f'<circle cx="{self.right + 22}" cy="{y - 4}" r="8" fill="{color}"/>')
        self.parts.append(text(self.right + 22, y - 0.5, mark, "middle", 10, "white"))
        self.parts.append(text(self.right + 36, y, words))


def decades(least, most):
    return [10.0 ** power for power in range(ceil(log10(least) - 1e-9), floor(log10(most) + 1e-9) + 1)]


def marks(least, most):
    """The decades between, and where they are fewer than three their doubles and quintuples too."""
    found = decades(least, most)
    if len(found) > 2:
        return found
    return [times * ten for ten in decades(least / 10, most) for times in (1, 2, 5) if least <= times * ten <= most]


def around(values):
    """The decades that hold all values."""
    return (10.0 ** floor(log10(min(values)) - 0.05), 10.0 ** ceil(log10(max(values)) + 0.05))


def label(value):
    if 1e-3 <= value < 1e6:
        return f"{value:,.0f}" if value >= 1 else f"{value:g}"
    digit, power = f"{value:.0e}".split("e")
    return f"{digit}e{int(power)}"


def page(charts, width, height):
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for chart in charts:
        parts += chart.parts
    return "\n".join(parts + ["</svg>"]) + "\n"
