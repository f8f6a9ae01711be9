import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import supported_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.system.package_manager import Apt

required_conan_version = ">=2.9"

# What supplies a requirement where the profile's [platform_requires] leaves it to Debian.
DEBIAN_PACKAGES = {
    "armadillo": ["libarmadillo-dev", "libopenblas-dev", "liblapack-dev"],
    "boost": ["libboost-graph-dev", "libboost-iostreams-dev", "libboost-program-options-dev"],
    "zlib": ["zlib1g-dev"],
    "bliss": ["libbliss-dev", "libgmp-dev"],  # Debian compiles bliss with GMP
    "nlohmann_json": ["nlohmann-json3-dev"],
    "mlpack": ["libmlpack-dev", "libensmallen-dev"],
    "z3": ["libz3-dev"],
    "openmpi": ["libopenmpi-dev", "openmpi-bin"],
    "hdf5": ["libhdf5-dev"],
}


class LibcanonRecipe(ConanFile):
    name = "libcanon"
    description = "Canonical signs and bases for graph Laplacian eigenvectors"
    license = "MIT"  # its own code; NOTICE says what bliss (LGPL) asks of those who distribute
    author = "the canon authors"
    # No url: the repository has no public address yet. The homepage is that of the paper.
    homepage = "https://openreview.net/forum?id=1mAYtdoYw6"
    topics = ("graph", "laplacian", "eigenvectors", "positional-encoding", "canonization")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        "with_tools": [True, False],  # the program canon; False for those who only link
        "with_experiments": [True, False],
        "with_cuda": [True, False],
        "with_mpi": [True, False],  # Boost.MPI on Open MPI
        "with_hdf5": [True, False],
        "cuda_architectures": [None, "ANY"],  # as CMake has them: "90-real", "native"; None: all
    }
    default_options = {
        "shared": False,
        "fPIC": True,
        "with_tools": True,
        "with_experiments": False,
        "with_cuda": False,
        "with_mpi": False,
        "with_hdf5": False,
        "cuda_architectures": None,
        # ConanCenter's Armadillo comes without LAPACK unless asked, and then has no eig_sym.
        "armadillo/*:use_blas": "openblas",
        "armadillo/*:use_lapack": "openblas",
        "armadillo/*:use_hdf5": False,
    }
    exports_sources = (
        "CMakeLists.txt",
        "LICENSE",
        "NOTICE",
        "cmake/*",
        "libcanon/*",
        "tools/*",
        "experiments/*",
        "!tools/dev*",  # a change in the developer's script is no change in the package
    )

    def set_version(self):
        # CMakeLists.txt is the one place that states the version.
        text = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = self.version or re.search(r"project\(canon VERSION ([0-9.]+)", text).group(1)

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")
        if not self.options.with_cuda:
            # Otherwise two packages that are the same would get different ids.
            del self.options.cuda_architectures
        if self.options.with_mpi:
            self.options["boost"].without_mpi = False

    def validate(self):
        # <unistd.h>, <dlfcn.h>, flock and mkstemp are used without an alternative.
        if self.settings.os not in ("Linux", "Macos", "FreeBSD"):
            raise ConanInvalidConfiguration(f"libcanon needs a POSIX system, got {self.settings.os}")
        # Not check_min_cppstd: a detected gcc 12 profile says gnu17, and CMake raises that itself
        # (cxx_std_20). What matters is whether the compiler can.
        if "20" not in (supported_cppstd(self) or ["20"]):
            raise ConanInvalidConfiguration("libcanon needs a compiler that knows C++20")
        if self.options.with_experiments and not self.options.with_tools:
            raise ConanInvalidConfiguration("with_experiments needs with_tools=True: canon-lab "
                                            "shares the command line of canon")
        if (self.options.with_mpi or self.options.with_hdf5) and not self.options.with_tools:
            raise ConanInvalidConfiguration("with_mpi and with_hdf5 are options of the programs: they "
                                            "need with_tools=True")
        if self.options.with_cuda and not self.options.with_experiments:
            raise ConanInvalidConfiguration("with_cuda is the experiments' backend: it needs "
                                            "with_experiments=True")

    def requirements(self):
        # Public headers show Armadillo and Boost; the rest stays behind the .cpp files.
        self.requires("armadillo/[>=11.4 <13]", transitive_headers=True, transitive_libs=True)
        self.requires("boost/[>=1.74 <2]", transitive_headers=True)
        self.requires("zlib/[>=1.2.11 <2]")
        self.requires("bliss/[>=0.73 <1]")
        # Headers only, and only behind the .cpp files: no consumer ever sees it.
        self.requires("nlohmann_json/[>=3.10 <4]", visible=False)
        if self.options.with_mpi:
            self.requires("openmpi/[>=4 <6]", visible=False)
        if self.options.with_hdf5:
            self.requires("hdf5/[>=1.10 <2]", visible=False)
        if self.options.with_experiments:
            # Only the program canon-lab contains them: no consumer ever sees them.
            self.requires("mlpack/[>=4.3 <5]", visible=False)
            self.requires("z3/[>=4.8.8 <5]", visible=False)

    def system_requirements(self):
        platform = [require.ref.name for require, dependency in self.dependencies.items()
                    if dependency.recipe == "Platform"]
        packages = [package for name in platform for package in DEBIAN_PACKAGES.get(name, [])]
        if "boost" in platform and self._run_tests:
            packages.append("libboost-test-dev")
        if "boost" in platform and self.options.with_mpi:
            packages.append("libboost-mpi-dev")
        if packages:
            Apt(self).install(packages, check=True)

    @property
    def _run_tests(self):
        return not self.conf.get("tools.build:skip_test", default=False, check_type=bool)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.user_presets_path = False
        toolchain.cache_variables.update({
            "CANON_TESTS": self._run_tests,
            "CANON_LONG_TESTS": False,
            "CANON_TOOLS": bool(self.options.with_tools),
            "CANON_BENCH": False,
            "CANON_EXAMPLES": False,
            "CANON_PCH": False,  # shows a file that includes too little
            # A newer compiler has newer warnings; they must not keep a user from the library.
            "CANON_WERROR": False,
            "CANON_WITH_EXPERIMENTS": bool(self.options.with_experiments),
            "CANON_WITH_CUDA": bool(self.options.with_cuda),
            "CANON_WITH_MPI": bool(self.options.with_mpi),
            "CANON_WITH_HDF5": bool(self.options.with_hdf5),
        })
        if self.options.get_safe("cuda_architectures"):
            toolchain.cache_variables["CMAKE_CUDA_ARCHITECTURES"] = str(
                self.options.cuda_architectures)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()
        if self._run_tests:
            cmake.ctest(cli_args=["-L", "unit", "--output-on-failure"])

    def package(self):
        CMake(self).install()
        licenses = os.path.join(self.package_folder, "licenses")
        copy(self, "LICENSE", self.source_folder, licenses)
        copy(self, "NOTICE", self.source_folder, licenses)
        # canon.pc and the documents of a plain installation: Conan's generator PkgConfigDeps writes
        # the former with the paths of its own packages, and the latter are in licenses/.
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        # The installed canonConfig.cmake serves consumers with and without Conan alike.
        self.cpp_info.libs = ["canon"]
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "canon")]
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.set_property("cmake_file_name", "canon")
        self.cpp_info.set_property("cmake_target_name", "canon::canon")
        self.cpp_info.set_property("pkg_config_name", "canon")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread", "dl", "m"]
