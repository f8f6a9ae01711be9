# The Conan package, on the packages of the system. Sourced by tools/dev.

install_conan() {
  python3 -m venv --clear build/venv
  build/venv/bin/pip install --disable-pip-version-check "$conan_requirement"
  build/venv/bin/conan --version
}

need_conan() {
  local stamp=build/venv/stamp key
  key="$conan_requirement $root $(python3 --version)" # a moved virtual environment does not work
  if ! fresh "$stamp" "$key"; then
    step "conan" install_conan
    printf '%s\n' "$key" >"$stamp"
  fi
  export CONAN_HOME=$root/build/conan/home
}

# machine_profile: profiles/system with what this machine has.
machine_profile() {
  local arch compiler=gcc version cxx=${CXX:-g++} line name debian found armadillo=0
  case $(uname -m) in
    x86_64) arch=x86_64 ;;
    aarch64) arch=armv8 ;;
    ppc64le | riscv64 | s390x) arch=$(uname -m) ;;
    i?86) arch=x86 ;;
    *) arch=$(uname -m) ;;
  esac
  if [[ $("$cxx" --version) == *clang* ]]; then compiler=clang; fi
  version=$("$cxx" -dumpversion)
  declare -A debian_name=([armadillo]=libarmadillo-dev [boost]=libboost-graph-dev
                          [zlib]=zlib1g-dev [bliss]=libbliss-dev
                          [nlohmann_json]=nlohmann-json3-dev [mlpack]=libmlpack-dev
                          [z3]=libz3-dev)
  while IFS= read -r line; do
    case $line in
      '#'*) continue ;;
      arch=*) line=arch=$arch ;;
      compiler=*) line=compiler=$compiler ;;
      compiler.version=*) line=compiler.version=${version%%.*} ;;
      */[0-9]*)
        name=${line%%/*}
        debian=${debian_name[$name]:-}
        found=""
        if command -v dpkg-query >/dev/null; then
          # 1:11.4.2+dfsg-1 is version 11.4.2
          found=$(installed_version "$debian" |
                  sed -nE 's/^([0-9]+:)?([0-9]+(\.[0-9]+){1,2}).*/\2/p')
        fi
        line=$name/${found:-${line#*/}}
        [[ $name != armadillo ]] || armadillo=${line#*/}
        ;;
    esac
    printf '%s\n' "$line"
  done <profiles/system
  if ((${armadillo%%.*} >= 13)); then
    # The recipe stops at 13 for the sake of ConanCenter's mlpack; the system's mlpack does not.
    printf '\n[replace_requires]\narmadillo/*: armadillo/%s\n' "$armadillo"
  fi
}

# Without the library's own tests, which ctest has run: test_package and the README's consumer show
# that what was packaged can be used. (`-c tools.build:skip_test=False` runs them as well.)
package() { # [ARGUMENT of conan...]
  local launcher=
  ! command -v ccache >/dev/null || launcher=ccache
  need_conan
  mkdir -p build/conan
  machine_profile >build/conan/profile
  step "conan create" env "CONAN_HOME=$CONAN_HOME" "CMAKE_CXX_COMPILER_LAUNCHER=$launcher" \
    "CCACHE_BASEDIR=$root" CCACHE_NOHASHDIR=1 build/venv/bin/conan create . \
    -pr:a build/conan/profile -nr -c "tools.build:jobs=$jobs" -c tools.build:skip_test=True \
    -c "tools.cmake.cmake_layout:test_folder=$root/build/conan/test_package" "$@"
  # The options of `conan create` but for "&", which stands for libcanon itself.
  step "conan consumer" env "CONAN_HOME=$CONAN_HOME" "PATH=$root/build/venv/bin:$PATH" \
    tools/tests/consumer.sh conan . build/conan/profile "${@//&:/libcanon/*:}"
  # Every change of a source is a revision; only the newest is of use.
  {
    build/venv/bin/conan remove 'libcanon/*#!latest' -c
    build/venv/bin/conan cache clean '*' --build --temp
  } >"$log_dir/conan-clean.log" 2>&1
}
