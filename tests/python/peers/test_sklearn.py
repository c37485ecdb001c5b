"""With scikit-learn."""

import numpy as np
import pytest

sklearn = pytest.importorskip("sklearn")

import encke  # noqa: E402


def test_radius_graph_is_scikit_learns(profiles):
    from encke.sklearn import RadiusGraph

    neighbors = pytest.importorskip("sklearn.neighbors")
    found = RadiusGraph(radius=0.4).fit(profiles[:40]).transform(profiles[40:])
    other = neighbors.RadiusNeighborsTransformer(metric="braycurtis", radius=0.4)
    expected = other.fit(profiles[:40]).transform(profiles[40:])
    assert found.shape == expected.shape == (30, 40)
    np.testing.assert_allclose(found.toarray(), expected.toarray(), atol=1e-12)


def test_clusters_of_a_precomputed_graph(profiles):
    cluster = pytest.importorskip("sklearn.cluster")
    graph = encke.neighbors_graph(profiles, metric="braycurtis", radius=0.35)
    found = cluster.DBSCAN(eps=0.35, metric="precomputed", min_samples=3).fit(graph).labels_
    expected = cluster.DBSCAN(eps=0.35, metric="braycurtis", min_samples=3).fit(profiles).labels_
    np.testing.assert_array_equal(found, expected)


def test_in_a_pipeline(profiles):
    from sklearn.pipeline import make_pipeline

    from encke.sklearn import RadiusGraph

    cluster = pytest.importorskip("sklearn.cluster")
    steps = make_pipeline(
        RadiusGraph(radius=0.4), cluster.DBSCAN(eps=0.4, metric="precomputed", min_samples=2)
    )
    assert len(steps.fit_predict(profiles)) == 70
    with pytest.raises(ValueError, match="features"):
        steps[0].transform(profiles[:, :3])


def test_a_metric_for_what_takes_a_function(profiles):
    from encke.sklearn import Metric

    cluster = pytest.importorskip("sklearn.cluster")
    metrics = pytest.importorskip("sklearn.metrics")
    linkage = {"n_clusters": 4, "linkage": "average"}
    found = cluster.AgglomerativeClustering(metric=Metric("braycurtis"), **linkage)
    square = metrics.pairwise_distances(profiles, metric="braycurtis")
    expected = cluster.AgglomerativeClustering(metric="precomputed", **linkage).fit(square)
    np.testing.assert_array_equal(found.fit(profiles).labels_, expected.labels_)
    one = Metric("braycurtis")(profiles[0], profiles[1])
    assert one == pytest.approx(square[0, 1], abs=1e-12)
    found = Metric("braycurtis")(profiles[:3], profiles[3:8])
    np.testing.assert_allclose(found, square[:3, 3:8], atol=1e-12)


def test_nearest_graph_is_scikit_learns(profiles):
    from encke.sklearn import NearestGraph

    neighbors = pytest.importorskip("sklearn.neighbors")
    ours = NearestGraph(n_neighbors=4).fit(profiles[:40])
    theirs = neighbors.KNeighborsTransformer(metric="braycurtis", n_neighbors=4).fit(profiles[:40])
    for X in (profiles[:40], profiles[40:]):
        found, expected = ours.transform(X), theirs.transform(X)
        assert found.shape == expected.shape and found.nnz == expected.nnz
        np.testing.assert_allclose(found.toarray(), expected.toarray(), atol=1e-12)
    manifold = pytest.importorskip("sklearn.manifold")
    graph = NearestGraph(n_neighbors=20).fit_transform(profiles)
    assert manifold.Isomap(metric="precomputed", n_neighbors=20).fit_transform(graph).shape == (70, 2)


@pytest.mark.parametrize("name", ["RadiusGraph", "NearestGraph"])
def test_the_transformer_is_what_scikit_learn_expects(name):
    import encke.sklearn

    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    found = checks.check_estimator(getattr(encke.sklearn, name)(), on_fail=None, on_skip=None)
    failed = {check["check_name"]: check["exception"] for check in found if check["status"] == "failed"}
    assert not failed, failed


def test_masks_are_not_dropped(genotypes):
    from encke.sklearn import RadiusGraph

    masked = np.ma.masked_array(np.where(genotypes < 0, 1, genotypes), mask=genotypes < 0)
    found = RadiusGraph(metric="ibs", radius=0.4).fit_transform(masked)
    expected = RadiusGraph(metric="ibs", radius=0.4).fit_transform(genotypes)
    assert found.nnz == expected.nnz > 65 and abs(found - expected).max() == 0
    with pytest.raises(ValueError, match="NaN"):
        RadiusGraph().fit(np.ma.masked_array(np.ones((3, 2)), mask=[[0, 1], [0, 0], [0, 0]]))
