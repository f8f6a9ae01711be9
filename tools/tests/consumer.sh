#!/usr/bin/env bash
# Follows the README's "Use it in your project" to the letter, in folders that hold nothing else: the
# shell lines and files are taken from the fences marked "<!-- tested: NAME -->". Usage:
#
#   consumer.sh installed SOURCE BUILD      installs the finished build tree BUILD (static or shared,
#                                           as it is) and builds the consumer by find_package and by
#                                           pkg-config
#   consumer.sh built SOURCE static|shared  the same, but first builds libcanon as the README says
#   consumer.sh conan SOURCE PROFILE [ARGUMENT...]
#                                           the Conan consumer, after `conan create` with PROFILE; conan
#                                           is in PATH and CONAN_HOME is set; the arguments
#                                           (-o libcanon/*:shared=True) go to `conan install`
#   consumer.sh create SOURCE PROFILE       the same, but first runs the README's `conan create`
set -euo pipefail
shopt -s inherit_errexit
[ $# -eq 3 ] || { [ $# -gt 3 ] && [ "$1" = conan ]; } || { sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
mode=$1 source_folder=$(cd "$2" && pwd) what=$3
shift 3

fail() {
  echo "consumer.sh: $*" >&2
  exit 1
}

fence() { # the text inside the fence called $1
  awk -v mark="<!-- tested: $1 -->" '
    $0 == mark { marked = 1; next }
    marked && /^```/ { if (inside) exit; inside = 1; next }
    inside { print }' "$source_folder/README.md" | grep . ||
    fail "README.md: expected a fence marked 'tested: $1'"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Conan's home and ccache's must not move with HOME.
export CONAN_HOME=${CONAN_HOME:-$HOME/.conan2} CCACHE_DIR=${CCACHE_DIR:-$HOME/.cache/ccache}
export HOME=$work/home CANON=$work/checkout
mkdir "$HOME" "$CANON"

run() { # TITLE FOLDER SCRIPT
  [ -n "$3" ] || fail "$1: expected shell lines, got none"
  echo "---- $1"
  (cd "$2" && bash -euxo pipefail -c "$3" </dev/null) || fail "$1: failed"
}

# consumer NAME FILE...: an empty folder with main.cpp and these files of the README in it.
consumer() {
  local folder=$work/$1 name
  shift
  mkdir "$folder"
  fence c++ >"$folder/main.cpp"
  for name in "$@"; do fence "$name" >"$folder/$name"; done
  printf '%s' "$folder"
}

whole_checkout() { # what git knows of, so that no build tree comes with it
  (cd "$source_folder" && git ls-files -z -co --exclude-standard | xargs -0 cp --parents -t "$CANON")
}

by_cmake_and_pkg_config() {
  local folder steps
  folder=$(consumer find_package CMakeLists.txt)
  steps=$(fence find_package)
  run "find_package" "$folder" "$steps"
  if command -v pkg-config >/dev/null; then
    folder=$(consumer pkg-config)
    steps=$(fence pkg-config)
    run "pkg-config" "$folder" "$steps"
  else
    echo "---- pkg-config: skipped, there is no pkg-config here"
  fi
  echo "consumer.sh: linked $(cd "$HOME/canon/lib" && echo libcanon.*)"
}

by_conan() {
  local folder steps
  folder=$(consumer conan CMakeLists.txt conanfile.txt)
  steps=$(fence "conan install")
  (($# == 0)) || steps=${steps/conan install ./conan install . $(printf '%q ' "$@")}
  run "conan install" "$folder" "$steps"
}

case $mode in
  installed)
    [ -f "$what/cmake_install.cmake" ] || fail "$what: expected a build tree"
    ln -s "$(cd "$what" && pwd)" "$CANON/build"
    steps=$(fence install | grep '^cmake --install ')
    run "cmake --install" "$CANON" "$steps"
    by_cmake_and_pkg_config ;;
  built)
    whole_checkout
    steps=$(fence install)
    case $what in
      static) ;;
      shared) steps=${steps/--preset release/--preset release -DBUILD_SHARED_LIBS=ON} ;;
      *) fail "expected static or shared, got $what" ;;
    esac
    run "install, $what" "$CANON" "$steps"
    by_cmake_and_pkg_config ;;
  conan | create)
    profile=$(realpath "$what")
    [ "$mode" = conan ] || whole_checkout
    mkdir -p "$CANON/profiles"
    cp "$profile" "$CANON/profiles/system"
    if [ "$mode" = create ]; then
      steps=$(fence "conan create")
      run "conan create" "$CANON" "$steps"
    fi
    by_conan "$@" ;;
  *) fail "expected installed, built, conan or create, got $mode" ;;
esac
echo "consumer.sh: $mode: all steps of the README worked"
