# The numerical tests on other kernels of OpenBLAS. Sourced by tools/dev.

# ask_kernels TEST [WORD...]: what a test case of the program that knows the kernel sets prints.
ask_kernels() {
  local program=build/bin/tools_test_kernel_sets test=$1
  shift
  [[ -x $program ]] || die "there is no $program: the build was made without tests"
  "$program" --run_test="$test" --log_level=nothing --report_level=no -- "$@"
}

# kernel_tests NATIVE SET...: the numerical tests on each set, but for the set NATIVE. (All sets if
# there is none; OpenBLAS chooses its set when it is loaded, so that nothing is built again.) Leaves
# in kernels_ran and kernels_left what became of them.
kernels_ran=() kernels_left=()
kernel_tests() {
  local native=$1 name state sets
  shift
  mapfile -t sets < <(ask_kernels print_kernel_sets "$@" | sed -n 's/^set: //p')
  ((${#sets[@]})) || die "the test program names no kernel sets"
  for state in "${sets[@]}"; do
    name=${state%%: *} state=${state#*: }
    if [[ $state != runs ]]; then
      skip "tests on $name kernels: skipped, $state"
      kernels_left+=("$name: $state")
    elif [[ $name != "$native" ]]; then
      step "tests on $name kernels" env "OPENBLAS_CORETYPE=$name" "${run_ctest[@]}" \
        --test-dir build -L numeric "${kernel_test_choice[@]}"
      kernels_ran+=("$name")
    fi
  done
}

kernels_summary() {
  local state
  say ""
  say "Numerical tests ran on kernels: ${kernels_ran[*]:-none}"
  for state in "${kernels_left[@]}"; do say "  not on $state"; done
}

run_kernels() {
  build
  kernel_tests "" "$@"
  kernels_summary
  ((${#kernels_ran[@]})) || die "no kernel set of these runs here"
}
