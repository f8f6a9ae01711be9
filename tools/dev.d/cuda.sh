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

build_cuda() { # ARCHITECTURES, as CMake has them; none: all
  configure "configure cuda" cuda "-DCMAKE_CUDA_ARCHITECTURES=${1:-}"
  step "build cuda" cmake --build build-cuda -j "$jobs" \
    --target canon_engine canon_lab "${cuda_tests[@]/#/lab_test_}"
  step "tests cuda" "${run_ctest[@]}" --verbose --test-dir build-cuda \
    -R "^lab_($(IFS='|'; printf '%s' "${cuda_tests[*]}"))\$"
  ! grep -q 'skipped: .*CUDA device' "$log_dir/tests-cuda.log" ||
    say "             no CUDA device here: what needs one was built and linked, but not run"
}

# The CUDA backend without a device: what nvcc makes of it is executed on the CPU (docs/cuda.md).
emulate_cuda() {
  local names
  names=$(IFS='|'; printf '%s' "${emulated_tests[*]/#/lab_}")
  configure "configure emulated" emulated
  step "build emulated" cmake --build build-emulated -j "$jobs" --target canon_lab \
    canon_engine_emulated cuda_emulation_faults_emulated "${emulated_tests[@]/#/lab_test_}"
  step "tests emulated" "${run_ctest[@]}" --test-dir build-emulated -R "^($names|cuda_.*)\$"
  # The order of the threads must not matter, and no two of them may touch one word.
  step "races" env EMULATION_RACES=1 "$(emulated_test agreement)" \
    --run_test=the_device_agrees_on_awkward_sizes
  step "reversed threads" env EMULATION_BACKWARDS=1 EMULATION_TIGHT=1 "$(emulated_test agreement)" \
    --run_test=the_device_agrees_on_awkward_sizes
}

emulated_test() { # NAME
  printf 'build-emulated/bin/lab_test_%s' "$1"
}

run_cuda() { # [ARCHITECTURE...]
  find_nvcc || die "$no_nvcc"
  set_up
  with_experiments || die "CUDA is the experiments' backend, and they cannot be built here"
  build_cuda "$(IFS=';'; printf '%s' "$*")"
  emulate_cuda
}
