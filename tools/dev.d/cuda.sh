# The experiments with CUDA. Sourced by tools/dev.

# find_nvcc: sets CUDACXX, or fails and says why in `no_nvcc`.
find_nvcc() {
  local version
  if [[ -z ${CUDACXX:-} ]]; then
    CUDACXX=$(command -v nvcc || printf /usr/local/cuda/bin/nvcc)
  fi
  no_nvcc="there is no nvcc (looked for $CUDACXX)"
  [[ -x $CUDACXX ]] || return 1
  version=$("$CUDACXX" --version | sed -nE 's/.*release ([0-9]+)\..*/\1/p')
  no_nvcc="$CUDACXX is of version ${version:-unknown}, and C++20 needs 12"
  ((${version:-0} >= 12)) || return 1
  export CUDACXX
}

# The oldest that both this nvcc and we know: what is missing anywhere is missing there. Each further
# one costs a second or two per file; `tools/dev cuda` compiles for all.
oldest_architecture() {
  "$CUDACXX" --list-gpu-arch |
    sed -nE 's/^compute_([0-9]+)$/\1/p' | sort -n | awk '$1 >= 75 && $1 <= 120 { print $1 "-real"; exit }'
}

build_cuda() { # ARCHITECTURES, as CMake has them; none: all
  configure "configure cuda" cuda "-DCMAKE_CUDA_ARCHITECTURES=${1:-}"
  step "build cuda" cmake --build build-cuda -j "$jobs" \
    --target canon_engine canon_lab "${cuda_tests[@]/#/lab_test_}"
  step "tests cuda" "${run_ctest[@]}" --verbose --test-dir build-cuda \
    -R "^lab_($(IFS='|'; printf '%s' "${cuda_tests[*]}"))\$"
  ! grep -q 'skipped: .*CUDA device' "$log_dir/tests-cuda.log" ||
    say "             no CUDA device here: what needs one was built and linked, but not run"
}

run_cuda() { # [ARCHITECTURE...]
  find_nvcc || die "$no_nvcc"
  set_up
  with_experiments || die "CUDA is the experiments' backend, and they cannot be built here"
  build_cuda "$(IFS=';'; printf '%s' "$*")"
}
