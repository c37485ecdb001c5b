"""The commands that are run. Each has a folder of its own, with the inputs of inputs.py in ../in/."""
from dataclasses import dataclass, field


@dataclass
class Command:
    name: str
    steps: list  # of words; ("damage", PATTERN) spoils a byte of a file
    needs: str = ""  # "hdf5", "zstd"
    again: bool = False  # also on other levels, threads, backends and blocks, with the same values
    on_gpu: bool = True  # a GPU's levels are among these


@dataclass
class List:
    commands: list = field(default_factory=list)

    def run(self, name, words, needs="", again=False, on_gpu=True):
        """One run; the output is out.*"""
        self.commands.append(Command(name, [words + " --out out --threads 2"], needs, again, on_gpu))

    def steps(self, name, *steps):
        self.commands.append(Command(name, list(steps)))

    def says(self, name, words):
        """A command without output files."""
        self.commands.append(Command(name, [words]))


def genotypes(add):
    some, complete, text = "--bfile ../in/some", "--bfile ../in/complete", "--tfile ../in/text"
    few = " --extract ../in/extract.txt"
    add.run("ccc", f"ccc {some} --histogram --checksum", again=True)
    add.run("ccc_complete", f"ccc {complete} --checksum --digest all --threshold 0.5", again=True)
    add.run("ccc_missing_none", f"ccc {some} --missing none --check")
    add.run("ccc_f32_abc", f"ccc {some} --precision f32 --format abc --gamma 0.5 --multiplier 1")
    add.run("ccc_npy", f"ccc {complete} --format npy --cell-histogram")
    add.run("ccc_top", f"ccc {some} --top 25 --histogram")
    add.run("ccc_packed_records", f"ccc {some} --format packed --threshold 0.3 --checksum")
    add.run("ccc_zst", f"ccc {some} --zst --threshold 0.4", "zstd")
    add.run("ccc_by_alleles", f"ccc {some} --threshold 0.5,0.3,0.5,0.9")
    add.run("ccc_selected", f"ccc {some} --keep ../in/keep.txt --remove ../in/remove.txt --exclude ../in/exclude.txt --maf 0.1 --geno 0.08")
    add.run("ccc_tfile", f"ccc {text}")
    add.run("ccc_pfile", "ccc --pfile ../in/some --threshold 0.4 --keep ../in/keep.txt --maf 0.1 --geno 0.08")
    add.run("ccc_packed", "ccc --packed ../in/genotypes.bin --num-vectors 40 --num-fields 61 --threshold 0.4")
    add.run("ccc_synthetic", "ccc --synthetic random --num-vectors 50 --num-fields 90 --threshold 0.3 --checksum")
    add.run("ccc_analytic", "ccc --synthetic analytic --num-vectors 20 --num-fields 64 --checksum")
    add.run("ccc_wide", "ccc --bfile ../in/wide --threshold 0.4 --cell-histogram", again=True)
    add.run("ccc3", f"ccc {some}{few} --way 3 --threshold 0.3 --histogram --checksum", again=True)
    add.run("ccc3_complete", f"ccc {complete} --way 3 --threshold 0.4 --check", again=True)
    add.run("ccc3_missing_none", f"ccc {some}{few} --way 3 --missing none --format abc --threshold 0.35 --cell-histogram")
    add.run("ccc3_columns", f"ccc {some}{few} --way 3 --threshold 0.35 --format columns --columns ids --precision f32", "hdf5")
    add.run("ccc3_npy_f32", f"ccc {some} --maf 0.3 --way 3 --format npy --precision f32")
    add.run("ccc3_top", f"ccc {some} --way 3 --top 40 --block 16")
    add.run("ccc3_by_alleles", f"ccc {some} --way 3 --threshold 0.4,0.3,0.3,0.4,0.6 --format packed")
    add.run("alleles", "ccc --alleles ../in/alleles.tsv", again=True)
    add.run("alleles3", "ccc --alleles ../in/alleles.tsv --way 3 --threshold 0.2 --format abc --histogram")
    add.run("r2", f"r2 {some} --histogram", again=True)
    add.run("r2_threshold", f"r2 {complete} --threshold 0.2 --format abc")
    add.run("r2_columns", f"r2 {some} --threshold 0.1 --format columns", "hdf5")
    add.run("r2_digits", f"r2 {some} --threshold 0.1 --digits 4")
    add.run("r2_window", f"ld {some} --window-kb 0.04 --histogram")
    add.run("r2_sign", f"r2 {some} --inter-chr --r --threshold 0.1 --no-hash")
    add.run("r2_trans", f"r2 {some} --window-variants 3 --trans --columns ids")
    add.run("r2_npy", f"r2 {some} --inter-chr --format npy --missing none")
    add.run("r2_square", f"r2 {some} --r --loci ../in/loci.txt --format square", again=True)
    add.run("r2_square32", f"r2 {some} --inter-chr --format square32")
    add.run("r2_tfile", f"r2 {text} --inter-chr --top 30 --precision f32")
    add.run("r2_pgen", "r2 --pgen ../in/some.pgen --pvar ../in/some.bim --psam ../in/some.fam --threshold 0.2")
    add.run("king", f"king {some}", again=True)
    add.run("king_top", f"king {some} --all-chromosomes --top 5")
    add.run("king_cutoff", f"king {some} --all-chromosomes --king-cutoff 0.02 --format edges")
    add.run("ibs", f"ibs {some} --format lsmat --missing ignore")
    add.run("prune", f"prune {some} --indep-pairwise 20 3 0.05")
    add.run("prune_kb", f"prune {complete} --indep-pairwise 1kb 0.05 --order 2")
    add.run("r2_synthetic", "r2 --synthetic random --num-vectors 30 --num-fields 50 --threshold 0.05 --check")


def bits(add):
    some = "--bfile ../in/some"
    add.run("duo", "duo --table ../in/some.tsv --checksum --cell-histogram", again=True)
    add.run("duo_complete", "duo --table ../in/bits.npy --threshold 0.6 --format abc")
    add.run("duo3", "duo --table ../in/some.tsv --way 3 --threshold 0.3 --histogram --checksum", again=True)
    add.run("duo3_complete", "duo --table ../in/bits.tsv --way 3 --format npy --precision f32")
    add.run("duo_bfile", f"duo {some} --missing none --top 50")
    add.run("duo_tfile", "duo --tfile ../in/text --threshold 0.5,0.4,0.5,0.9 --format packed")
    add.run("duo_packed", "duo --packed ../in/genotypes.bin --num-vectors 40 --num-fields 61 --threshold 0.7")
    add.run("duo_synthetic", "duo --synthetic analytic --num-vectors 24 --num-fields 40 --way 3 --threshold 0.2 --checksum")
    add.run("sorenson", "sorenson --table ../in/bits.tsv --histogram --checksum --empty-pair same", again=True)
    add.run("sorenson3", "sorenson --table ../in/bits.npy --way 3 --check", again=True)
    add.run("sorenson_bfile", "sorenson --bfile ../in/complete --format npy")
    add.run("sorenson_missing_none", f"sorenson {some} --missing none --top 20 --precision f32")
    add.run("sorenson_synthetic", "sorenson --synthetic random --num-vectors 40 --num-fields 80 --threshold 0.3 --format abc")


def sets(add):
    fps, table = "--fps ../in/some.fps", "--table ../in/bits.tsv"
    add.run("jaccard", f"jaccard {fps} --histogram --checksum --empty-pair same", again=True)
    add.run("jaccard_distance", f"tanimoto {table} --distance --threshold 0.8 --below", again=True)
    add.run("jaccard_lsmat", f"jaccard {fps} --distance --format lsmat")
    add.run("jaccard_biom", "jaccard --biom ../in/sparse.biom --compare features --format abc")
    add.run("cosine", f"cosine {fps} --threshold 0.5 --check", again=True)
    add.run("cosine_distance", f"ochiai {table} --distance --top 30 --precision f32")
    add.run("dice", f"dice {table} --distance --format npy")
    add.run("braycurtis_biom", "braycurtis --biom ../in/dense.biom --histogram", again=True)
    add.run("braycurtis_reals", "braycurtis --table ../in/reals.tsv --way 3 --threshold 0.4 --below")
    add.run("ps_columns", "ps --table ../in/reals.tsv --compare features --format lsmat")
    add.run("ps_subsample", "ps --biom ../in/dense.biom --subsample-depth 20 --seed 5")
    add.run("r2_lsmat", "r2 --bfile ../in/some --inter-chr --format lsmat")


def profiles(add):
    add.run("ps", "ps --table ../in/reals.tsv --histogram --checksum", again=True)
    add.run("ps_npy_f32", "ps --table ../in/reals32.npy --precision f32 --format npy --empty-pair same", again=True)
    add.run("ps_f64", "ps --table ../in/whole7.tsv --precision f64 --format abc")
    add.run("ps_packed", "ps --packed ../in/reals.bin --num-vectors 19 --num-fields 37 --threshold 0.4")
    add.run("ps_packed_f32", "ps --packed ../in/reals32.bin --num-vectors 19 --num-fields 37 --precision f32 --top 30")
    add.run("ps_synthetic", "ps --synthetic random --num-vectors 40 --num-fields 50 --threshold 0.6 --checksum")
    add.run("ps3", "ps --table ../in/reals.npy --way 3 --histogram --checksum", again=True)
    add.run("ps3_f32", "ps --table ../in/reals.tsv --way 3 --precision f32 --threshold 0.5", again=True)
    for largest, again in ((1, False), (3, True), (7, False), (255, True), (65535, True)):
        add.run(f"ps_whole{largest}", f"ps --table ../in/whole{largest}.tsv --check", again=again)
    add.run("ps_u16", "ps --table ../in/whole3.tsv --precision u16 --format packed")
    add.run("ps_u2_packed", "ps --packed ../in/whole3.bin --num-vectors 17 --num-fields 45 --precision u2 --format npy")
    add.run("ps3_whole7", "ps --table ../in/whole7.tsv --way 3 --top 60", again=True)
    add.run("ps3_whole255", "ps --table ../in/whole255.tsv --way 3 --precision u8 --threshold 0.6 --zst --format abc", "zstd", again=True)


def classes(add):
    some = "--bfile ../in/some"
    few = " --extract ../in/extract.txt"
    for score in ("k2", "mi", "chi2", "boost"):
        add.run(f"epistasis_{score}", f"epistasis {some} --score {score} --histogram", again=True)
        add.run(f"epistasis_{score}_top", f"epistasis --bfile ../in/complete --score {score} --top 15 --best --permutations 50 --seed 7")
        if score != "boost":
            add.run(f"epistasis3_{score}", f"epistasis {some}{few} --way 3 --score {score} --best --top 80 --permutations 20", again=True)
    add.run("epistasis_below", f"epistasis {some} --threshold 45 --below --digest all --format abc")
    # column 6 of the .fam, 1 and 2, is a trait of numbers too
    add.run("epistasis_linear", f"epistasis {some} --score linear --p-below 0.2 --adjust --best --refine linear", again=True, on_gpu=False)
    for score in ("alleles", "joint-effects", "case-only", "joint-case-only"):
        add.run(f"epistasis_{score}", f"epistasis {some} --score {score} --inter-chr --p-below 0.2", again=True)
    add.run("epistasis_best", f"epistasis {some} --best --score chi2")
    add.run("epistasis3_best", f"epistasis {some}{few} --way 3 --best --score mi --precision f32")
    add.run("epistasis_pheno", f"epistasis {some} --pheno ../in/phenotypes.txt --pheno-name second --score mi --threshold 0.05 --check")
    add.run("epistasis_pfile", "epistasis --pfile ../in/some --score chi2 --top 20")
    for score in ("chi2", "boost"):
        add.run(f"epistasis_{score}_p_below", f"epistasis {some} --score {score} --p-below 0.05 --adjust --permutations 20 --max", again=True)
    for score in ("alleles", "joint-effects", "case-only", "joint-case-only"):
        add.run(f"epistasis_{score}_permutations", f"epistasis {some} --score {score} --top 9 --permutations 20 --max")
    add.run("epistasis3_p_below", f"epistasis {some}{few} --way 3 --score chi2 --epi1 0.001 --best")
    refined = f"epistasis {some} --score boost --p-below 0.1 --refine"
    add.run("epistasis_refine", f"{refined} logistic --covar ../in/phenotypes.txt --covar-name first", again=True)
    add.run("epistasis_refine_linear", f"{refined} linear --trait ../in/phenotypes.txt")
    add.run("epistasis_tfile", "epistasis --tfile ../in/text --score chi2 --format npy")


def trees(add):
    table = "--biom ../in/sparse.biom --tree ../in/tree.nwk"
    for method in ("unweighted", "weighted_normalized", "weighted_unnormalized"):
        add.run(f"unifrac_{method}", f"unifrac {table} --method {method} --format lsmat --histogram", again=True)
        add.run(f"unifrac_{method}_f32", f"unifrac {table} --method {method} --precision f32 --empty-pair same")
    add.run("unifrac_generalized", f"unifrac {table} --method generalized --alpha 0.5 --format npy", again=True)
    add.run("unifrac_generalized_0", "unifrac --biom ../in/dense.biom --tree ../in/tree.nwk --method generalized --alpha 0 --format lsmat")
    add.run("unifrac_faith_pd", f"unifrac {table} --faith-pd --subsample-depth 10")
    add.run("unifrac_top", f"unifrac {table} --top 12 --format abc")
    add.run("unifrac_threshold", f"unifrac {table} --method generalized --threshold 0.6 --below --precision f32")
    add.run("unifrac_vaw", f"unifrac {table} --vaw --format lsmat", again=True)
    add.run("unifrac_vaw_f32", f"unifrac {table} --vaw --method weighted_normalized --precision f32 --threshold 0.6 --below")
    add.run("unifrac_zst", f"unifrac {table} --format lsmat --zst", "zstd")
    hdf5 = "unifrac --biom ../in/hdf5.biom --tree ../in/tree.nwk --format hdf5"
    add.run("unifrac_hdf5", hdf5, "hdf5")
    add.run("unifrac_hdf5_f32", hdf5 + " --precision f32 --method weighted_normalized", "hdf5")


def parts(add):
    one = " --threads 1 --block 16"
    ccc = "ccc --bfile ../in/wide --threshold 0.3" + one
    add.steps("shards", *[f"{ccc} --shard {k}/3 --out part{k}" for k in (1, 2, 3)], "merge --out out part1 part2 part3 --checksum")
    triples = "ccc --bfile ../in/some --way 3 --top 50" + one
    add.steps("stages", f"{triples} --phases 1/2 --out a", f"{triples} --phases 2/2 --stages 1-2/3 --out b",
              f"{triples} --phases 2/2 --stages 3/3 --shard 1/2 --out c", f"{triples} --phases 2/2 --stages 3/3 --shard 2/2 --out d",
              "merge --out out c a d b --format abc")
    best = "epistasis --bfile ../in/some --best --score chi2" + one
    add.steps("best_shards", f"{best} --shard 1/2 --out a", f"{best} --shard 2/2 --out b", "merge --out out a b")
    ps = "ps --table ../in/whole255.tsv --precision u8 --histogram" + one
    add.steps("repaired", f"{ps} --shard 1/2 --out a", f"{ps} --shard 2/2 --out b", ("damage", "b.blocks/run-*.blocks"), "verify b",
              "verify --repair b", f"{ps} --shard 2/2 --out b --resume", "verify b", "merge --out out a b --format npy")
    add.steps("incomplete", f"{ccc} --shard 1/2 --out a", "verify a", "merge --out out a")
    add.steps("resumed", f"{ccc} --resume --out out", f"{ccc} --resume --out out")


def networks(add):
    add.steps("network", "ccc --bfile ../in/some --threshold 0.45 --out edges --threads 1",
              "network --edges edges.edges.tsv --cluster mcl --inflation 1.4,2 --reach @all --graph graphml,gexf,sif,mtx,npz,mci "
              "--sets skat,plink,saige,gmt,list --threads 1 --out out",
              "network --edges edges.edges.tsv --merge-alleles max --knn 3 --sets regenie --per-chromosome --bim ../in/some.bim --threads 1 --out merged")


def plans(add):
    for name, words in (("ccc", "ccc --bfile ../in/some"), ("ccc3", "ccc --bfile ../in/wide --way 3 --shard 2/5"),
                        ("ps", "ps --table ../in/whole7.tsv"), ("epistasis", "epistasis --bfile ../in/some --way 3"),
                        ("unifrac", "unifrac --biom ../in/sparse.biom --tree ../in/tree.nwk"), ("r2", "r2 --tfile ../in/text --inter-chr --maf 0.2"),
                        ("json", "duo --table ../in/some.tsv --progress json")):
        add.says("plan_" + name, f"plan {words} --threads 2")
    add.run("progress_json", "ccc --bfile ../in/some --threshold 0.5 --progress json")
    add.run("progress_none", "ps --table ../in/reals.tsv --threshold 0.5 --progress none")


def ordinations(add):
    # A table of few whole numbers is also one of groups. Coordinates are left out: their last digits are of a compiler's.
    add.steps("group_test", "ps --table ../in/whole7.tsv --distance --format lsmat --out d --threads 2",
              "group-test d.lsmat.tsv --metadata ../in/whole7.tsv --column f3 --method permanova,anosim --threads 2 --out out")
    for command in ("pcoa", "group-test"):
        add.says("help_" + command.replace("-", "_"), command + " --help")
    add.says("refused_distances", "pcoa ../in/reals.tsv")


def words(add):
    for metric in ("ccc", "duo", "sorenson", "ps", "unifrac", "epistasis", "r2", "king", "ibs", "prune", "clump", "jaccard", "cosine", "merge", "verify",
                   "network", "plan"):
        add.says("help_" + metric, metric + " --help")
    add.says("help", "--help")
    add.says("version", "--version")
    refused = {
        "nothing": "", "metric": "cccp --bfile ../in/some", "option": "ccc --bfile ../in/some --treshold 1", "inputs": "ps --threshold 0.5",
        "threshold": "ps --table ../in/reals.tsv --threshold 1.5", "triples": "epistasis --bfile ../in/some --score boost --way 3",
        "file": "ccc --bfile ../in/absent", "kind": "ps --table ../in/some.tsv", "missing": "sorenson --table ../in/some.tsv",
        "size": "ps --packed ../in/reals.bin --num-vectors 19 --num-fields 36", "number": "ps --table ../in/whole255.tsv --precision u3",
        "level": "ccc --bfile ../in/some --level fast", "format": "ccc --bfile ../in/some --format lsmat",
        "memory": "ccc --bfile ../in/some --memory 1", "parts": "merge --out out absent", "stored": "verify absent",
    }
    for name, line in refused.items():
        add.says("refused_" + name, line)


def all_commands():
    add = List()
    for part in (genotypes, bits, sets, profiles, classes, trees, parts, networks, plans, ordinations, words):
        part(add)
    names = [command.name for command in add.commands]
    assert len(names) == len(set(names)), "a name comes twice"
    return add.commands


# What changes no value. Levels that this build or machine lacks are left out and named.
VARIANTS = ["--threads 1", "--backend reference", "--block 16", "--memory 150 --backend kokkos"]  # a GPU needs more
GPU_LEVELS = ["bits", "int8", "fp8", "fp4"]
LEVELS = ["portable", "neon", "x86-64-v2", "x86-64-v3", "x86-64-knl", "x86-64-v4", "x86-64-v4-carry", "x86-64-amx", "team", *GPU_LEVELS]
