import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir

required_conan_version = ">=2.1"


class LibcanonConan(ConanFile):
    name = "libcanon"
    description = "Canonical signs and bases for graph Laplacian eigenvectors"
    license = "MIT"
    url = "https://github.com/conan-io/conan-center-index"
    homepage = "https://openreview.net/forum?id=1mAYtdoYw6"
    topics = ("graph", "laplacian", "eigenvectors", "positional-encoding", "canonization")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        "with_tools": [True, False],
    }
    default_options = {
        "shared": False,
        "fPIC": True,
        "with_tools": False,
        # Without LAPACK Armadillo has no eig_sym.
        "armadillo/*:use_blas": "openblas",
        "armadillo/*:use_lapack": "openblas",
        "armadillo/*:use_hdf5": False,
    }
    implements = ["auto_shared_fpic"]

    def layout(self):
        cmake_layout(self, src_folder="src")

    def requirements(self):
        # Public headers include Armadillo and Boost.Graph.
        self.requires("armadillo/12.6.4", transitive_headers=True, transitive_libs=True)
        self.requires("boost/1.83.0", transitive_headers=True)
        self.requires("bliss/0.77")
        self.requires("zlib/[>=1.2.11 <2]")
        if self.options.with_tools:
            self.requires("nlohmann_json/3.11.3", visible=False)

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os not in ("Linux", "Macos", "FreeBSD"):
            raise ConanInvalidConfiguration(f"{self.ref} needs a POSIX system")
        # Options are unknown where a profile leaves a dependency to the platform.
        for require, dependency in self.dependencies.items():
            if require.ref.name == "armadillo" and dependency.options.get_safe("use_lapack") == False:
                raise ConanInvalidConfiguration(f"{self.ref} needs Armadillo with LAPACK "
                                                "(-o armadillo/*:use_lapack=openblas)")
            if require.ref.name == "boost" and (dependency.options.get_safe("without_graph")
                                                or dependency.options.get_safe("without_iostreams")):
                raise ConanInvalidConfiguration(f"{self.ref} needs Boost.Graph and Boost.Iostreams")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.22]")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        tc = CMakeToolchain(self)
        tc.cache_variables["CANON_TESTS"] = False
        tc.cache_variables["CANON_BENCH"] = False
        tc.cache_variables["CANON_EXAMPLES"] = False
        tc.cache_variables["CANON_PCH"] = False
        tc.cache_variables["CANON_WERROR"] = False
        tc.cache_variables["CANON_TOOLS"] = bool(self.options.with_tools)
        tc.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "NOTICE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "canon")
        self.cpp_info.set_property("cmake_target_name", "canon::canon")
        self.cpp_info.set_property("pkg_config_name", "canon")
        self.cpp_info.libs = ["canon"]
        self.cpp_info.requires = [
            "armadillo::armadillo", "boost::headers", "boost::graph", "boost::iostreams",
            "bliss::bliss", "zlib::zlib",
        ]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["dl", "m", "pthread"]
