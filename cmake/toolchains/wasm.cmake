# WebAssembly with Debian's wasi-libc: the library as a module (bindings/wasm/), no program.
set(CMAKE_SYSTEM_NAME Generic) # CMake knows no WASI
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-14)
set(CMAKE_RANLIB llvm-ranlib-14)
# Everything that runs -msimd128 has the other instructions, which make the module smaller.
set(CMAKE_C_FLAGS_INIT "-msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
