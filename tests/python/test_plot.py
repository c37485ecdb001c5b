"""What is in the pictures; their looks are for people."""

import numpy as np
import pytest

pytest.importorskip("matplotlib").use("agg")

import encke  # noqa: E402
from encke import network, plot  # noqa: E402


@pytest.fixture(scope="module")
def hits(profiles):
    return encke.pairs(profiles, metric="ps")


def test_histogram_counts_what_a_threshold_keeps(hits):
    axes = plot.histogram(hits, thresholds=[0.5, 0.6], bins=10)
    texts = [text.get_text() for text in axes.get_legend().get_texts()]
    assert texts == [f"{(hits.value > t).sum():,} above {t}" for t in (0.5, 0.6)]
    assert sum(patch.get_height() for patch in axes.patches) == len(hits)


def test_heatmap_has_the_order_of_the_clusters(hits):
    pytest.importorskip("scipy")
    kept = encke.pairs(np.eye(4)[[0, 1, 0, 1]] + 0.1, metric="ps", threshold=0.9)
    clusters = network.components(kept)
    shown = plot.heatmap(kept, clusters=clusters).get_images()[0].get_array()
    near = np.asarray(shown.filled(np.nan)) > 0.9
    expected = np.zeros((4, 4), dtype=bool)
    expected[0, 1] = expected[1, 0] = expected[2, 3] = expected[3, 2] = True
    np.testing.assert_array_equal(near, expected)
    with pytest.raises(ValueError, match="clusters of 4 nodes, a matrix of 70"):
        plot.heatmap(hits, clusters=clusters)


def test_scatter_says_what_axes_explain_and_colours_groups(profiles):
    found = network.pcoa(encke.distances(profiles, metric="braycurtis"), axes=3)
    axes = plot.scatter(found, groups=["x", "y"] * 35, axes=(0, 2))
    assert axes.get_ylabel() == f"PC3 ({found.proportions[2]:.1%})"
    points = axes.collections[0]
    np.testing.assert_array_equal(points.get_offsets(), found.coordinates[:, [0, 2]])
    assert len({tuple(colour) for colour in points.get_facecolors()}) == 2
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["x", "y"]
    with pytest.raises(ValueError, match="3 groups, 70 expected"):
        plot.scatter(found, groups="abc")


def test_network_has_its_edges_and_no_node_without(profiles):
    kept = encke.pairs(profiles, metric="ps", threshold=0.65)
    lines, points = plot.network(kept).collections
    assert len(lines.get_segments()) == len(kept)
    assert len(points.get_offsets()) == len(set(kept.i) | set(kept.j)) < 70
    everything = plot.network(kept, least=1).collections[1]
    assert len(everything.get_offsets()) == 70
    again = plot.network(kept).collections[1]
    np.testing.assert_array_equal(again.get_offsets(), points.get_offsets())
