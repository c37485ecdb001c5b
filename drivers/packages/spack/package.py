# A recipe for Spack. Put it into a repository of your own:
#   spack repo create ~/mine && mkdir -p ~/mine/packages/encke && cp package.py ~/mine/packages/encke && spack repo add ~/mine
#   spack install encke
from spack.package import *


class Encke(CMakePackage):
    """Finds all pairs and all triples of vectors that go together, exactly: genotypes, microbiomes, fingerprints, profiles."""

    # No version has been published yet: name a checkout, `spack dev-build encke@main` in it.
    version("main")

    license("BSD-3-Clause")

    variant("mpi", default=True, description="Runs on several nodes")
    variant("hdf5", default=True, description="Tables in BIOM 2, matrices in HDF5")
    variant("htslib", default=True, description="Genotypes in VCF and BCF")
    variant("zstd", default=True, description="Compressed input and output")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("kokkos@3.4.1:5 +openmp")
    depends_on("fmt@8:")
    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("eigen@3.3:", type="build")
    depends_on("zlib-api")
    depends_on("mpi", when="+mpi")
    depends_on("hdf5@1.10.7:~mpi", when="+hdf5")
    depends_on("htslib@1.10:", when="+htslib")
    depends_on("zstd", when="+zstd")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("ENCKE_BUILD_TESTS", False),
            self.define_from_variant("ENCKE_MPI", "mpi"),
            self.define_from_variant("ENCKE_HDF5", "hdf5"),
            self.define_from_variant("ENCKE_HTSLIB", "htslib"),
            self.define_from_variant("ENCKE_ZSTD", "zstd"),
        ]
