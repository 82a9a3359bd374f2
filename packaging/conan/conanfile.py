"""The recipe of the library: conan create . --version=@VERSION@"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir

required_conan_version = ">=2.4"


class GaitConan(ConanFile):
    name = "gait"
    description = ("Reads, checks, edits and converts skeletal animation files: "
                   "RTM, OMF, OGF, SKL, glTF, BVH")
    license = "MIT"
    url = "https://github.com/gait-tools/gait"
    homepage = "https://github.com/gait-tools/gait"
    topics = ("animation", "skeleton", "gltf", "bvh", "arma", "stalker")
    package_type = "library"
    languages = "C"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["GAIT_BUILD_TOOL"] = False
        toolchain.cache_variables["GAIT_BUILD_TESTS"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # Conan generates these files for each program that uses the package.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.libs = ["gait"]
        self.cpp_info.set_property("cmake_file_name", "gait")
        self.cpp_info.set_property("cmake_target_name", "gait::gait")
        self.cpp_info.set_property("pkg_config_name", "gait")
        if self.options.shared:
            self.cpp_info.defines = ["GAIT_SHARED"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m"]
