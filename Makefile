# The front door. Targets that build install what they need first (Debian 12).

PRESET_BUILD = cmake --preset $(1) >/dev/null && cmake --build --preset $(1)
FUZZ_SECONDS ?= 60
SEEDS ?=
TARGETS ?= demo check check-slow bench fuzz amalgamation docs windows wasm npm wheel blender \
	page packages deb
BENCH_ARGS ?=

.PHONY: help demo check check-slow outside asan bench fuzz windows wasm npm wheel blender check-blender \
	page check-page bench-page packages deb check-packages check-deb platforms amalgamation docs release-check fresh \
	format format-check clean

help:
	@echo "make demo         build, and do the main job on our own samples"
	@echo "make check        every fast test, plain and with sanitizers"
	@echo "make check-slow   the long tests (GAIT_EXHAUSTIVE=1: with every float there is)"
	@echo "make outside      only the comparisons with Blender, three.js, zlib, jansson, ..."
	@echo "make asan         the fast tests with AddressSanitizer and UBSan only"
	@echo "make bench        measure, into build/bench.tsv (BENCH_ARGS=omf: that subject only)"
	@echo "make fuzz         run every fuzz target for FUZZ_SECONDS=$(FUZZ_SECONDS)"
	@echo "                  SEEDS=FOLDER: start from its files under 60 KB too"
	@echo "make windows      build/windows/gait.exe, and its tests under wine"
	@echo "make wasm         build/wasm/gait.wasm, the library as a WebAssembly module"
	@echo "make npm          the package for JavaScript, build/npm/*.tgz"
	@echo "make wheel        build/packages/*.whl, the Python package for Linux and Windows"
	@echo "make blender      build/blender/*.zip, the add-on for Blender on Linux and Windows"
	@echo "make check-blender the tests of the add-on, in Blender 3.4, 4.3 and 5.2 (as root)"
	@echo "make page         the page in the browser, build/page/gait.html and build/page/hosted"
	@echo "make check-page   the tests of the page, in Chromium, Firefox and WebKit"
	@echo "make bench-page   measure the page in Chromium (BENCH_ARGS=--strict: a missed goal fails)"
	@echo "make packages     everything that is released, in build/packages"
	@echo "make check-packages their tests: installed into empty places, and used"
	@echo "make deb          the Debian packages of the current commit, in build/packages/debian"
	@echo "make check-deb    the tests of these packages in minimal Debians (as root)"
	@echo "make platforms    builds for other machines: do all write the same bytes?"
	@echo "make amalgamation the library as gait.c and gait.h in build/amalgamation/gait"
	@echo "make docs         the reference of the library as HTML in build/docs"
	@echo "make release-check do the versions, the changelog and build/packages fit a release?"
	@echo "make fresh        run TARGETS in a minimal Debian each, as root: do they install what they need?"
	@echo "make format       clang-format every source in place"
	@echo "make clean        remove build/"

demo:
	@scripts/setup.sh base
	@cmake --preset release -DGAIT_BUILD_TESTS=OFF >/dev/null
	@cmake --build --preset release --target gait-tool
	@scripts/demo.sh build/release/gait

check:
	@scripts/setup.sh check
	@$(call PRESET_BUILD,asan)
	ctest --preset asan -L fast
	@$(call PRESET_BUILD,release)
	ctest --preset release -L fast

check-slow:
	@scripts/setup.sh slow
	@$(call PRESET_BUILD,asan)
	ctest --preset asan -L whole
	@$(call PRESET_BUILD,release)
	ctest --preset release -L slow -E '^platforms\.'

outside:
	@scripts/setup.sh outside
	@$(call PRESET_BUILD,release)
	ctest --preset release -R '^(outside\.|corpus\.gltf$$)'

asan:
	@scripts/setup.sh check
	@$(call PRESET_BUILD,asan)
	ctest --preset asan -L fast

bench:
	@scripts/setup.sh bench
	@$(call PRESET_BUILD,release) --target gait-bench
	build/release/gait-bench build/bench.tsv $(BENCH_ARGS)

fuzz:
	@scripts/setup.sh fuzz
	@$(call PRESET_BUILD,fuzz)
	@scripts/fuzz.sh build/fuzz $(FUZZ_SECONDS) $(SEEDS)

windows:
	@scripts/setup.sh windows
	@scripts/build_platforms.sh windows
	cmake/toolchains/wine.sh --session ctest --preset windows -L fast

wasm:
	@scripts/setup.sh wasm
	@scripts/build_platforms.sh wasm
	@ls -l build/wasm/gait.wasm

npm:
	@scripts/setup.sh npm
	@scripts/build_platforms.sh wasm
	@bindings/npm/build.sh build/wasm/gait.wasm build/npm
	@ls -l build/npm/*.tgz

wheel:
	@scripts/setup.sh wheel
	@scripts/build_platforms.sh shared shared-aarch64 shared-windows
	@python3 bindings/python/make_wheel.py build/packages build/shared/libgait.so \
		build/shared-aarch64/libgait.so build/shared-windows/libgait.dll
	@ls -l build/packages/*.whl

blender:
	@scripts/setup.sh blender
	@scripts/build_blender.sh

check-blender:
	@scripts/setup.sh check-blender
	@scripts/blender_roots.sh
	@scripts/build_blender.sh
	@$(call PRESET_BUILD,release)
	ctest --preset release -R '^blender\.'

page:
	@scripts/setup.sh page
	@scripts/build_platforms.sh wasm
	@bindings/npm/build.sh build/wasm/gait.wasm build/npm
	@scripts/build_page.sh build/npm/package build/page

check-page:
	@scripts/setup.sh check-page
	@$(MAKE) --no-print-directory page
	python3 tests/page/test_slow_page.py

bench-page:
	@scripts/setup.sh bench-page
	@$(MAKE) --no-print-directory page
	@$(call PRESET_BUILD,release) --target gait-bench
	node bench/page/bench.mjs build/page build/release/gait-bench $(BENCH_ARGS)

packages:
	@scripts/setup.sh packages
	@packaging/build.sh
	@ls -l build/packages

check-packages:
	@scripts/setup.sh check-packages
	@$(MAKE) --no-print-directory packages
	@$(call PRESET_BUILD,release)
	ctest --preset release -R '^packages\.'

deb:
	@scripts/setup.sh deb
	@packaging/build_debian.sh

check-deb:
	@scripts/setup.sh check-deb
	@python3 tests/packages/test_debian.py
	@python3 tests/packages/test_slow_debian_root.py

platforms:
	@scripts/setup.sh platforms
	@$(call PRESET_BUILD,release)
	@scripts/build_platforms.sh
	ctest --preset release -R '^platforms\.'

amalgamation:
	@scripts/setup.sh python
	@python3 scripts/amalgamate.py . build/amalgamation/gait
	@ls -l build/amalgamation/gait

docs:
	@scripts/setup.sh docs
	@scripts/make_docs.sh

release-check:
	@scripts/setup.sh python
	@python3 packaging/check_release.py build/packages

fresh:
	@scripts/fresh.sh $(TARGETS)

format:
	@scripts/format.sh

format-check:
	@scripts/format.sh --check

clean:
	rm -rf build
