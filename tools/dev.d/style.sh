# clang-format and clang-tidy. Sourced by tools/dev.

sources() {
  git ls-files -co --exclude-standard -- '*.cpp' '*.hpp' '*.cu' '*.cuh'
}

run_format() {
  need_packages "style packages" "${style_packages[@]}"
  if [[ ${1:-} == --check ]]; then
    sources | xargs -r clang-format --dry-run --Werror
  else
    sources | xargs -r clang-format -i
  fi
}

# Without the precompiled headers: clang cannot read those of GCC.
tidy_files() {
  mkdir -p build/tidy
  sed -E 's/ -include [^ "]*cmake_pch\.hxx//g; s/ -(Winvalid-pch|fpch-preprocess|fpch-deps)//g' \
    build/compile_commands.json >build/tidy/compile_commands.json
  printf '%s\0' "$@" | xargs -0 -n 1 -P "$jobs" clang-tidy -p build/tidy --quiet --extra-arg=-Wno-unknown-warning-option
}

run_tidy() {
  local files=("$@")
  need_packages "style packages" "${style_packages[@]}"
  build
  # The test package is no part of this build, so nothing is known of how to compile it.
  ((${#files[@]})) || mapfile -t files < <(sources | grep '\.cpp$' | grep -v '^test_package/')
  step "tidy" tidy_files "${files[@]}"
}
