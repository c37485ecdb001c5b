"""Lines on a logarithmic x axis, as SVG."""
from math import log10

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 70, 210, 50, 55
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]  # told apart by the colour-blind too


def svg(title, x_name, y_name, lines):
    """`lines`: name -> [(x, y)], x > 0, 0 <= y <= 1, drawn from 0 to 1."""
    most = max(x for points in lines.values() for x, _ in points)
    decades = max(1, log10(most))

    def place(x, y):
        return (LEFT + log10(x) / decades * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM))

    def label(x, y, text, anchor="middle", size=13):
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{text}</text>'

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', label(WIDTH / 2, 25, title, size=15)]
    for i in range(6):
        x, y = place(1, i / 5)
        out.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>')
        out.append(label(x - 8, y + 4, f"{i / 5:.1f}", "end"))
    for power in range(int(decades) + 1):
        x, y = place(10 ** power, 0)
        out.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x:.1f}" y2="{y + 5:.1f}" stroke="black"/>')
        out.append(label(x, y + 20, f"{10 ** power:,}"))
    out.append(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, x_name))
    out.append(f'<g transform="translate(20 {(TOP + HEIGHT - BOTTOM) / 2:.0f}) rotate(-90)">{label(0, 0, y_name)}</g>')
    for number, (name, points) in enumerate(lines.items()):
        color = COLORS[number % len(COLORS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
        dash = ' stroke-dasharray="7 4"' if number % 2 else ""
        out.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
        y = TOP + 20 + 22 * number
        out.append(f'<line x1="{WIDTH - RIGHT + 15}" y1="{y}" x2="{WIDTH - RIGHT + 45}" y2="{y}" stroke="{color}" stroke-width="2"{dash}/>')
        out.append(label(WIDTH - RIGHT + 52, y + 4, name, "start"))
    return "\n".join(out + ["</svg>"]) + "\n"
