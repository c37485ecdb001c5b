"""Each wrong call gets the class that a Python user expects, and a sentence."""

import numpy as np
import pytest

import encke
from encke import errors

X = np.ones((4, 3))
encke.pairs(X, metric="ps")  # a first call, after which the number of threads stays


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: encke.pairs(X, metric="pq"), ValueError, "no metric"),
        (lambda: encke.pairs(X, metric=3), TypeError, "the name of one"),
        (lambda: encke.pairs(X[0], metric="ps"), ValueError, "1 dimensions"),
        (lambda: encke.pairs(X - 2, metric="ps"), ValueError, "vector 0, field 0"),
        (lambda: encke.pairs(X * np.nan, metric="ps"), ValueError, "nan found"),
        (lambda: encke.pairs(X + 2, metric="r2"), ValueError, "vector 0, field 0"),
        (lambda: encke.pairs(X * 0.5, metric="r2"), ValueError, "0.5 found"),
        (lambda: encke.pairs(X * 2, metric="jaccard"), ValueError, "0 or 1"),
        (lambda: encke.pairs(X.astype(complex), metric="ps"), TypeError, "complex128"),
        (lambda: encke.pairs([["a"]], metric="ps"), TypeError, "integers, floats"),
        (lambda: encke.pairs({"a": 1}, metric="ps"), TypeError, "a dict"),
        (lambda: encke.pairs(X, metric="ccc", gamma=2), ValueError, "gamma"),
        (lambda: encke.pairs(X, metric="ps", gamma=0.5), ValueError, "gamma"),
        (lambda: encke.pairs(X, metric="ps", colour=1), TypeError, "colour"),
        (lambda: encke.pairs(X, metric="ps", threshold=0.1, below=0.2), ValueError, "one of"),
        (lambda: encke.pairs(X, metric="ps", top=0), ValueError, "top"),
        (lambda: encke.pairs(X, metric="ps", ids=3), TypeError, "a sequence of names"),
        (lambda: encke.pack(X, metric=3), TypeError, "the name of one"),
        (lambda: encke.plan(X, metric="ps", way=4), ValueError, "2 or 3"),
        (lambda: encke.pairs(X, metric="ps", axis=2), ValueError, "axis"),
        (lambda: encke.pairs(X, X[:, :2], metric="ps"), ValueError, "3 and 2 fields"),
        (lambda: encke.pairs(X, metric="ps", ids=["a"]), ValueError, "1 ids, 4 expected"),
        (lambda: encke.pairs(X, metric="ps", groups=[1, 2, 1, 2]), ValueError, "group"),
        (lambda: encke.pairs(X, metric="ps", groups=[1]), ValueError, "groups has shape"),
        (lambda: encke.pairs(X, metric="ps", positions=[1, 2, 3, 4]), ValueError, "go together"),
        (lambda: encke.pairs(X, metric="ps", block=7), ValueError, "block"),
        (lambda: encke.pairs(X, metric="ps", progress=3), TypeError, "progress"),
        (lambda: encke.triples(X, metric="r2"), ValueError, "way"),
        (lambda: encke.distances(X, metric="ccc"), ValueError, "4 values"),
        (lambda: encke.distances(X, metric="ps", out=np.empty(5)), ValueError, "6 expected"),
        (lambda: encke.distances(X, metric="ps", dtype=int), TypeError, "float64 or float32"),
        (lambda: encke.read_table("/no/such/file.npy"), FileNotFoundError, "/no/such"),
        (lambda: encke.read_plink("/no/such/prefix"), OSError, "/no/such"),
        (lambda: encke.unifrac(X, "(A,B);", taxa=["A"]), ValueError, "1 taxa, 3 columns"),
        (lambda: encke.unifrac(X, "no/tree.nwk", taxa=["A"] * 3), FileNotFoundError, "no/tree.nwk"),
        (lambda: encke.unifrac(X, 3, taxa=["A"] * 3), TypeError, "tree is a int"),
        (lambda: encke.pairs(X, metric="ps", threshold="a"), TypeError, "threshold is 'a'"),
        (lambda: encke.pairs(X, metric="ps", top=1.5), TypeError, "top is 1.5"),
        (lambda: encke.pairs(X, metric="ps", memory="1G"), TypeError, "memory is '1G'"),
        (lambda: encke.pairs(X, metric="ps", memory=0), ValueError, "memory is 0: at least 1"),
        (lambda: encke.pairs(X, metric="ps", shard=3), TypeError, "shard is 3"),
        (lambda: encke.pairs(X, metric="ps", precision=3), TypeError, "precision is 3"),
        (lambda: encke.pairs(X, metric="ps", axis="rows"), ValueError, "axis is 'rows'"),
        (lambda: encke.pairs([[1, 2], [3]], metric="ps"), TypeError, "no matrix of numbers"),
        (lambda: encke.distances(X, metric="ps", dtype="x"), TypeError, "dtype is 'x'"),
        (lambda: encke.distances(X, metric="ps", out=3), TypeError, "out is a int"),
        (lambda: encke.pairs(X, metric="ps").to_file("p", "csv"), ValueError, "format is 'csv'"),
        (lambda: encke.pairs(X, metric="ps").to_file(3), TypeError, "prefix is a int"),
        (lambda: encke.read_plink(3), TypeError, "prefix is a int"),
        (lambda: encke.network.components(3), TypeError, "the network is a int"),
        (lambda: encke.network.pcoa([1.0], axes=0), ValueError, "axes is 0: at least 1"),
        (lambda: encke.network.pcoa([1.0, 1j, 1.0]), TypeError, "distances is no sequence"),
        (lambda: encke.set_num_threads(0), ValueError, "at least 1"),
        (lambda: encke.set_num_threads(1000), RuntimeError, "since its first call"),
        (lambda: encke.join([]), ValueError, "no pieces"),
        (lambda: encke.epistasis(X), TypeError, "phenotype"),
        (lambda: encke.iter_pairs(X, metric="ps", top=3), TypeError, "top"),
        (lambda: encke.iter_pairs(X, metric="ps", batch=0), ValueError, "batch"),
    ],
)
def test_wrong_calls(call, kind, text):
    with pytest.raises(kind, match=text) as caught:
        call()
    assert isinstance(caught.value, errors.EnckeError)
    # and the next call works
    assert len(encke.pairs(X, metric="ps")) == 6


def test_errors_of_the_library_are_of_both_kinds():
    with pytest.raises(errors.InconsistentInput) as caught:
        encke.pairs(X - 2, metric="ps")
    assert isinstance(caught.value, (ValueError, errors.EnckeError))
    assert caught.value.exit_code == 7
    with pytest.raises(errors.OptionError) as option:
        encke.pairs(X, metric="ccc", gamma=-1)
    assert option.value.exit_code == 8 and "--" not in str(option.value)
    with pytest.raises(errors.OpenError) as missing:
        encke.read_table("/no/such/file.npy")
    assert missing.value.exit_code == 3


def test_messages_have_no_options_of_the_command_line():
    assert "--" not in str(errors._make(8, "--threshold 3 needs --below with distances"))
    assert str(errors._make(7, "Use --way 2.")) == "Use pairs."
    assert "encke.join" in str(errors._make(8, "Give it to encke merge."))
    assert str(errors._make(6, "f: use --vcf-half-call missing")) == "f: use vcf_half_call missing"
    memory = errors._of_memory("--memory 8 suffices", 8 << 20, 1 << 20)
    assert str(memory) == "memory 8 suffices" and memory.bytes_needed == 8 << 20
    assert str(errors._make(6, "/a/--odd/b--c: broken")) == "/a/--odd/b--c: broken"


def test_remarks_have_no_options_of_the_command_line(tmp_path):
    (tmp_path / "x.tsv").write_text("id\ta\tb\nr\t1\t2\n")
    remarks = encke.read_table(tmp_path / "x.tsv").remarks
    assert any("rows are compared" in remark for remark in remarks)
    assert not any("--" in remark for remark in remarks)


def test_a_table_that_breaks_its_format(tmp_path):
    (tmp_path / "x.tsv").write_text("id\ta\tb\nr\t1\tx\n")
    with pytest.raises(errors.MalformedInput, match="x.tsv:2") as caught:
        encke.read_table(tmp_path / "x.tsv")
    assert caught.value.file == str(tmp_path / "x.tsv")
    assert (caught.value.line, caught.value.offset) == (2, None)


def test_what_a_user_may_not_open_is_a_permission_error():
    error = errors._make(3, "/root/x.npy: Permission denied")
    assert isinstance(error, PermissionError) and isinstance(error, errors.OpenError)
    assert not isinstance(errors._make(3, "/root/x.npy: is a directory"), PermissionError)


def test_too_little_memory_is_a_memory_error():
    x = np.ones((3000, 400))
    with pytest.raises(MemoryError) as caught:
        encke.pairs(x, metric="ps", threshold=0.99, memory=1 << 20)
    assert isinstance(caught.value, errors.OutOfMemory)
    assert caught.value.bytes_needed > caught.value.bytes_allowed == 1 << 20


def test_all_values_of_many_pairs_are_not_kept_unasked():
    x = np.ones((20_000, 1), dtype=np.uint8)
    with pytest.raises(ValueError, match="199990000 pairs.*distances"):
        encke.pairs(x, metric="ps")


def test_hits_beyond_the_memory_are_a_memory_error():
    x = np.random.default_rng(1).random((4000, 4))
    with pytest.raises(errors.OutOfMemory, match="hits and more") as caught:
        encke.pairs(x, metric="ps", threshold=0.0, memory=128 << 20)
    assert caught.value.bytes_needed > caught.value.bytes_allowed > 0
    few = encke.pairs(x, metric="ps", threshold=0.95, memory=128 << 20)
    assert 0 < len(few) < 8_000_000
    chosen = encke.pairs(x, metric="ps", top=3, memory=128 << 20)
    assert len(chosen) == 3


def test_arrays_for_which_there_is_no_memory():
    with pytest.raises(errors.OutOfMemory):
        encke._distances._dense_array(1 << 60, None, None)


def test_the_stubs_of_the_module_name_what_it_has():
    import ast
    import pathlib

    stub = pathlib.Path(encke._core.__file__).with_name("_core.pyi")
    tree = ast.parse(stub.read_text())
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            named = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            there = {name for name in vars(getattr(encke._core, node.name)) if name[0] != "_"}
            assert named - {"__init__"} == there, node.name
    named = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert named == {name for name in dir(encke._core) if not name.startswith("_")}
