#!/usr/bin/env bash
# Tests tools/dev without installing or building anything: in a copy of the script, with a fake /etc/apt
# (CANON_SYSTEM_ROOT) and fake programs where it would ask the system. Usage: dev.sh SOURCE_FOLDER
set -euo pipefail
source_folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "dev.sh: $*" >&2
  exit 1
}
expect() { # TEXT PATTERN
  [[ $1 == *"$2"* ]] || fail "expected \"$2\" in: $1"
}

checkout=$work/here/checkout
mkdir -p "$checkout/tools" "$checkout/experiments" "$work/bin" "$work/home"
cp -r "$source_folder/tools/dev" "$source_folder/tools/dev.d" "$checkout/tools/"
touch "$checkout/experiments/CMakeLists.txt"
export HOME=$work/home
unset CANON_TEST_DATA XDG_DATA_HOME

# part CODE: runs CODE with the functions of tools/dev, in the copy.
part() {
  bash -euo pipefail -c 'root=$PWD command_line=test gib_per_job=1
    for part in steps packages build; do source "tools/dev.d/$part.sh"; done
    '"$1" 2>&1
}
cd "$checkout"

# ---- the source of Debian 13: added, and removed without a trace ----------------------------------

fake_root() { # NAME: an empty /etc/apt
  export CANON_SYSTEM_ROOT=$work/$1
  mkdir -p "$CANON_SYSTEM_ROOT/etc/apt/sources.list.d" "$CANON_SYSTEM_ROOT/etc/apt/preferences.d"
}
apt_state() { (cd "$CANON_SYSTEM_ROOT" && find . -type f -exec sha256sum {} + | sort); }

check_added_and_removed() { # SUFFIX ENTRY
  local before list
  before=$(apt_state)
  part add_trixie
  list=$(<"$CANON_SYSTEM_ROOT/etc/apt/sources.list.d/canon-trixie.$1")
  expect "$list" "$2"
  [[ $list != *bookworm* && $list != *security* ]] || fail "expected trixie alone, got: $list"
  expect "$(<"$CANON_SYSTEM_ROOT/etc/apt/preferences.d/canon-trixie")" \
    $'Package: libmlpack-dev libensmallen-dev\nPin: release n=trixie\nPin-Priority: 500'
  # A second time it is derived from the same entry, not from its own.
  part add_trixie
  [[ $(<"$CANON_SYSTEM_ROOT/etc/apt/sources.list.d/canon-trixie.$1") == "$list" ]] ||
    fail "expected the same source when it is added again"
  expect "$(tools/dev clean --system)" "removed $CANON_SYSTEM_ROOT/etc/apt/sources.list.d/canon-trixie.$1"
  [[ $(apt_state) == "$before" ]] || fail "expected $CANON_SYSTEM_ROOT as it was before"
  expect "$(tools/dev clean --system)" "there is no source or pin"
}

fake_root deb822
cat >"$CANON_SYSTEM_ROOT/etc/apt/sources.list.d/debian.sources" <<'LIST'
Types: deb
URIs: http://mirror.invalid/debian-security
Suites: bookworm-security
Components: main

Types: deb
URIs: http://mirror.invalid/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
LIST
check_added_and_removed sources $'URIs: http://mirror.invalid/debian\nSuites: trixie\nComponents: main\nSigned-By:'

fake_root one_line
cat >"$CANON_SYSTEM_ROOT/etc/apt/sources.list" <<'LIST'
deb http://mirror.invalid/debian-security bookworm-security main
deb [trusted=yes] http://mirror.invalid/debian bookworm main contrib
LIST
check_added_and_removed list "deb [trusted=yes] http://mirror.invalid/debian trixie main"

fake_root none
expect "$(part add_trixie || true)" "ERROR: found no source of bookworm"
unset CANON_SYSTEM_ROOT
echo "dev.sh: the source of Debian 13 comes and goes"

# ---- without root ----------------------------------------------------------------------------------

part 'can_be_root() { false; }
  without_root gnuplot-nox libbenchmark-dev' >"$work/out" || fail "expected to continue without these"
expect "$(<"$work/out")" "gnuplot-nox                      without it canon-lab writes no plots"
said=$(part 'can_be_root() { false; }
  without_root gnuplot-nox cmake && echo "went on"') && fail "expected an end without cmake"
expect "$said" "cmake                            needed"
expect "$said" "apt-get install --no-install-recommends gnuplot-nox cmake"
said=$(part 'can_be_root() { false; }
  need_packages() { :; }
  missing_of() { echo libmlpack-dev; }
  set_up
  echo "experiments: $experiments"')
if command -v dpkg-query >/dev/null; then
  expect "$said" "what the experiments need: libmlpack-dev"
  expect "$said" "the library and the program canon are"
  expect "$said" "experiments: OFF"
fi
expect "$(part 'need_packages() { :; }
  need_experiment_packages() { echo "asked"; }
  set_up -DCANON_WITH_EXPERIMENTS=OFF
  echo "experiments: $experiments"')" "experiments: OFF"
echo "dev.sh: without root it says what is missing"

# ---- the test data ---------------------------------------------------------------------------------

data_found() { part 'find_test_data; echo "[$CANON_TEST_DATA]"'; }
expect "$(data_found)" "[]"
mkdir -p "$work/here/aside/data/other" "$work/here/beside/data/zinc12k" "$work/home/.local/share"
expect "$(data_found)" "[$work/here/beside/data]"
mkdir -p "$work/home/.local/share/canon/zinc12k"
expect "$(data_found)" "[$work/home/.local/share/canon]"
mkdir -p build "$work/kept/zinc12k"
echo "CANON_TEST_DATA:PATH=$work/kept" >build/CMakeCache.txt
expect "$(data_found)" "[$work/kept]"
expect "$(CANON_TEST_DATA=/given data_found)" "[/given]"
echo "dev.sh: the test data are found"

# ---- steps -----------------------------------------------------------------------------------------

said=$(part 'step "a step" bash -c "echo some words; exit 7"') && fail "expected a step to fail"
expect "$said" "a step FAILED (exit code 7)"
expect "$said" "some words"
expect "$(PATH=$work/bin:$PATH; cat >"$work/bin/cmake" <<<$'#!/bin/sh\nexit 3'
          chmod +x "$work/bin/cmake"
          part 'command_line="build -DX=1"; step configure cmake --preset release' || true)" \
  "To continue:      tools/dev build -DX=1"
expect "$(tools/dev nothing 2>&1 || true)" 'there is no command "nothing"'
expect "$(tools/dev clean --all 2>&1 || true)" "clean takes --system or nothing"
echo "dev.sh: steps end with a word"

# ---- the Python package: where pip reaches nothing, its tests are skipped with a word ---------------

mkdir "$work/nopip"
cat >"$work/nopip/python3" <<'FAKE'
#!/usr/bin/env bash
case $* in
  --version) echo "Python 3.11.2" ;;
  *venv*) mkdir -p build/venv-python/bin && cp "$0" build/venv-python/bin/python ;;
  *) echo "no network" && exit 1 ;;
esac
FAKE
chmod +x "$work/nopip/python3"
answer=$(PATH=$work/nopip:$PATH CANON_PYTHON='' part 'source tools/dev.d/python.sh; jobs=1
  if test_python; then echo "tests ran"; fi')
expect "$answer" "python tests: skipped, pip could not install"
[[ $answer != *"tests ran"* ]] || fail "expected no tests without packages, got: $answer"
echo "dev.sh: without a network the tests of the Python package are skipped"
