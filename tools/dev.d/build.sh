# Setting up, configuring, building, testing: the release build and the sanitized one. Sourced by
# tools/dev.

with_experiments() { [[ ${experiments:-} == ON ]]; }

# set_up [ARGUMENT of cmake...]: installs what is missing; `experiments` becomes ON or OFF.
set_up() {
  local argument wanted=
  need_packages "system packages" "${system_packages[@]}"
  experiments=OFF
  for argument in "$@"; do
    case $argument in -DCANON_WITH_EXPERIMENTS*=*) wanted=${argument#*=} ;; esac
  done
  if [[ -f experiments/CMakeLists.txt && $wanted != OFF ]] && need_experiment_packages; then
    experiments=ON
  fi
  # Without root one may have to do without the tests.
  tests=ON
  ! command -v dpkg-query >/dev/null || [[ -n $(installed_version libboost-test-dev) ]] || tests=OFF
  find_test_data
  jobs=$(jobs_now)
}

# find_test_data: sets CANON_TEST_DATA to the folder of data sets (docs/data.md), if there is one: that
# of the environment, of an earlier configuration, of the user's data, or of a folder beside the
# checkout.
find_test_data() {
  local folder
  if [[ -z ${CANON_TEST_DATA:-} ]]; then
    CANON_TEST_DATA=
    for folder in "$(sed -n 's/^CANON_TEST_DATA:[A-Z]*=//p' build/CMakeCache.txt 2>/dev/null)" \
                  "${XDG_DATA_HOME:-${HOME:-}/.local/share}/canon" "$root"/../*/data; do
      [[ -d $folder/zinc12k ]] || continue
      CANON_TEST_DATA=$(cd "$folder" && pwd)
      break
    done
  fi
  export CANON_TEST_DATA
}

has_packages() { # PACKAGE...
  local package
  command -v dpkg-query >/dev/null || return 1
  for package in "$@"; do [[ -n $(installed_version "$package") ]] || return 1; done
}

configure() { # STEP PRESET [ARGUMENT...]
  local name=$1 preset=$2
  shift 2
  # An argument of the user's comes later, and so counts.
  set -- "-DCANON_TEST_DATA=$CANON_TEST_DATA" "-DCANON_WITH_EXPERIMENTS=$experiments" "$@"
  [[ $tests == ON ]] || set -- -DCANON_TESTS=OFF "$@"
  ! has_packages libboost-mpi-dev openmpi-bin || set -- -DCANON_WITH_MPI=ON "$@"
  ! has_packages libhdf5-dev || set -- -DCANON_WITH_HDF5=ON "$@"
  if command -v ccache >/dev/null; then
    set -- -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "$@"
    export CMAKE_CUDA_COMPILER_LAUNCHER=ccache # as a -D it would be unused, mostly
    # What ccache asks for to cache files that use a precompiled header.
    export CCACHE_SLOPPINESS=pch_defines,time_macros
    # A checkout elsewhere, and another build folder of this one, find the same objects.
    export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
  fi
  step "$name" cmake --preset "$preset" "$@"
}

build() { # [ARGUMENT of cmake...]
  set_up "$@"
  configure "configure" release "$@"
  step "build" cmake --build build -j "$jobs"
}

# Two at once, each with its BLAS on one thread.
run_ctest=(env "OPENBLAS_NUM_THREADS=${OPENBLAS_NUM_THREADS:-1}"
           "UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}" BOOST_TEST_COLOR_OUTPUT=no
           ctest --output-on-failure --no-tests=error -j 2)

ctest_summary() {
  say ""
  sed -n '/% tests passed/,$p' "$log_dir/ctest.log"
}

# sanitize TARGET LABEL [ARGUMENT of ctest...]: `all unit` are all quick tests; `canon_memory_tests
# memory` those of code that walks raw memory or reads what others wrote. The preset leaves out of UBSan
# what checks every pointer (null, alignment, vptr, object-size, pointer-overflow): a file compiles
# in two thirds of the time without (three measured), and a null pointer ends in ASan as well.
# -DCANON_SANITIZE=address,undefined has all.
sanitize() {
  local target=$1 label=$2
  shift 2
  configure "configure sanitize" sanitize
  step "build sanitize" cmake --build build-sanitize -j "$jobs" --target "$target"
  step "sanitized tests" "${run_ctest[@]}" --test-dir build-sanitize -L "$label" "$@"
}

# link_odr: the programs, linked at link time as one. A compiler sees one file, and the linker takes the
# first of two types that share a name; only here both are compared. Nothing is run, so nothing is
# optimised.
link_odr() {
  local targets=(canon_cli)
  ! with_experiments || targets+=(canon_lab)
  configure "configure odr" odr
  step "odr" cmake --build build-odr -j "$jobs" --target "${targets[@]}"
}

run_main_job() { # [ARGUMENT of the program...]
  local target=canon_lab job=("${lab_job[@]}")
  set_up
  if ! with_experiments; then
    target=canon_cli job=("${main_job[@]}")
  fi
  configure "configure" release
  step "build" cmake --build build -j "$jobs" --target "$target"
  (($# == 0)) || job=("${job[0]}" "$@")
  total
  say "\$ ${job[*]}"
  exec "${job[@]}"
}

run_benchmarks() { # [ARGUMENT of google-benchmark...]
  build
  local program found=false
  for program in build/bin/*bench_*; do
    [[ -x $program ]] || continue
    found=true
    say "\$ $program $*"
    "$program" "$@"
  done
  $found || die "no benchmark was built: is there any, and is google-benchmark installed?"
}
