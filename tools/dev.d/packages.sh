# The packages of Debian: what is needed, what is installed, and the source of Debian 13 that mlpack
# comes from on Debian 12. Sourced by tools/dev.

system_packages=(
  g++ cmake ninja-build pkg-config ccache git ca-certificates python3 python3-venv
  libarmadillo-dev liblapack-dev libopenblas-dev libbliss-dev libgmp-dev zlib1g-dev
  libboost-graph-dev libboost-iostreams-dev libboost-program-options-dev libboost-test-dev
  nlohmann-json3-dev libbenchmark-dev
  gnuplot-nox   # the plots of canon-lab; at run time they may be missing
  libboost-mpi-dev libopenmpi-dev openmpi-bin libhdf5-dev   # docs/cluster.md
)
trixie_packages=(libmlpack-dev libensmallen-dev)   # header only, both
experiment_packages=("${trixie_packages[@]}" libz3-dev)
style_packages=(clang-format clang-tidy)
documentation_packages=(doxygen)   # of `tools/dev test`: the API reference must build without warnings
python_packages=(python3-dev)   # of the Python package: the headers of the interpreter
data_packages=(python3-rdkit)      # of `tools/dev test`: tools/smiles_to_ogb.py
# What is lost without a package that nothing else needs.
declare -A loss_without=(
  [doxygen]="the API reference is not tested"
  [python3-rdkit]="tools/smiles_to_ogb.py is tested in part"
  [ccache]="every build compiles all files again"
  [git]="records do not say which commit made them"
  [gnuplot-nox]="canon-lab writes no plots"
  [libboost-test-dev]="there are no tests"
  [libbenchmark-dev]="there are no benchmarks"
  [libboost-mpi-dev]="the programs know no MPI"
  [libopenmpi-dev]="the programs know no MPI"
  [openmpi-bin]="the programs know no MPI"
  [libhdf5-dev]="canon encode writes no HDF5"
  [pkg-config]="the test of canon.pc is left out"
  [python3]="the order of the includes is not tested"
  [python3-venv]="tools/dev package does not work"
  [ca-certificates]="tools/dev package cannot install Conan"
  [python3-dev]="the Python package is not built"
)

# Another folder in place of / for what is written below /etc/apt: for the test of it.
system_root=${CANON_SYSTEM_ROOT:-}
apt_folder=$system_root/etc/apt
apt_name=canon-trixie

can_be_root() { [[ -n $system_root ]] || ((EUID == 0)) || command -v sudo >/dev/null; }

as_root() {
  if [[ -n $system_root ]] || ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}

# A question for a password must not stand behind a line of progress.
ask_password() { [[ -n $system_root ]] || ((EUID == 0)) || sudo -v; }

installed_version() { # nothing if it is not installed
  { dpkg-query -W -f '${db:Status-Status} ${Version}\n' "$1" 2>/dev/null || true; } |
    sed -n 's/^installed //p'
}

missing_of() {
  local package
  for package in "$@"; do [[ -n $(installed_version "$package") ]] || printf '%s\n' "$package"; done
}

apt_update() { as_root apt-get -o Acquire::Retries=3 update; }

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 \
    -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@"
}

# without_root PACKAGE...: names what is missing, and ends unless one can do without.
without_root() {
  local package needed=()
  say "Neither root nor sudo, to install packages. Missing:" >&2
  for package in "$@"; do
    if [[ -n ${loss_without[$package]:-} ]]; then
      printf '  %-32s without it %s\n' "$package" "${loss_without[$package]}" >&2
    else
      printf '  %-32s needed\n' "$package" >&2
      needed+=("$package")
    fi
  done
  ((${#needed[@]})) || return 0
  die "ask for:  apt-get install --no-install-recommends $*"
}

# need_packages STEP PACKAGE...
need_packages() {
  local name=$1 missing
  shift
  if ! command -v dpkg-query >/dev/null; then
    skip "$name: not a Debian system, so it is up to you to have: $*"
    return
  fi
  mapfile -t missing < <(missing_of "$@")
  ((${#missing[@]})) || return 0
  if ! can_be_root; then
    without_root "${missing[@]}"
    return
  fi
  say "Installing by apt-get, with what they depend on: ${missing[*]}"
  ask_password
  step "package lists" apt_update
  step "$name" apt_install "${missing[@]}"
}

# ---- the source of Debian 13 ---------------------------------------------------------------------

# trixie_entry: the machine's own source with the name changed, so that mirrors and proxies are kept.
# Its first line is the suffix that apt wants for it.
trixie_entry() {
  local list entry
  for list in "$apt_folder"/sources.list.d/*.sources; do
    [[ -f $list && $list != */$apt_name.sources ]] || continue
    # The first stanza with the suite bookworm itself (not the security one, not backports).
    entry=$(awk -v RS='' '/(^|\n)Types:[^\n]*deb/ && /(^|\n)Suites:[^\n]* bookworm( |\n|$)/ \
                          { print; exit }' "$list" |
            sed -E '/^#/d; s/^Suites:.*/Suites: trixie/; s/^Components:.*/Components: main/')
    [[ -z $entry ]] || { printf 'sources\n%s\n' "$entry"; return; }
  done
  for list in "$apt_folder"/sources.list "$apt_folder"/sources.list.d/*.list; do
    [[ -f $list && $list != */$apt_name.list ]] || continue
    entry=$(sed -nE 's/^(deb( +\[[^]]*\])? +[^ ]+ +)bookworm +.*/\1trixie main/p' "$list" |
            head -n 1)
    [[ -z $entry ]] || { printf 'list\n%s\n' "$entry"; return; }
  done
  return 1
}

# Debian 12 has no mlpack; Debian 13 has, as headers that serve 12 as well. The pins let nothing but
# these packages come from it.
add_trixie() {
  local entry suffix
  if ! entry=$(trixie_entry); then
    say "ERROR: found no source of bookworm in $apt_folder to derive one of trixie from."
    say "Install ${trixie_packages[*]} of Debian 13 by hand."
    return 1
  fi
  suffix=${entry%%$'\n'*} entry=${entry#*$'\n'}
  as_root tee "$apt_folder/preferences.d/$apt_name" >/dev/null <<PINS
# Written by canon's tools/dev; \`tools/dev clean --system\` removes it.
Package: *
Pin: release n=trixie
Pin-Priority: -1

Package: ${trixie_packages[*]}
Pin: release n=trixie
Pin-Priority: 500
PINS
  as_root tee "$apt_folder/sources.list.d/$apt_name.$suffix" >/dev/null <<ENTRY
# Written by canon's tools/dev; \`tools/dev clean --system\` removes it.
$entry
ENTRY
}

# remove_trixie: what add_trixie wrote, and nothing else.
remove_trixie() {
  local file found=false
  for file in "$apt_folder/preferences.d/$apt_name" \
              "$apt_folder/sources.list.d/$apt_name".{sources,list}; do
    [[ -e $file ]] || continue
    can_be_root || die "neither root nor sudo, to remove $file"
    as_root rm -- "$file"
    say "removed $file"
    found=true
  done
  if ! $found; then
    say "there is no source or pin of tools/dev in $apt_folder"
    return
  fi
  [[ -n $system_root ]] || step "package lists" apt_update
  say "The packages stay; to remove them as well:  apt-get purge ${trixie_packages[*]}"
}

# ---- mlpack --------------------------------------------------------------------------------------

# Debian keeps mlpack's copy of stb, which its headers include, packed among the documentation,
# where cmake/Findmlpack.cmake looks for it; slim containers leave documentation out.
mlpack_stb=/usr/share/doc/libmlpack-dev/usr/include/mlpack/core/stb/bundled

no_mlpack_candidate() { [[ $(apt-cache policy libmlpack-dev) != *Candidate:\ [0-9]* ]]; }

# need_experiment_packages: true if there are all; otherwise says what is built without them.
need_experiment_packages() {
  local missing
  command -v dpkg-query >/dev/null || return 0 # CMake will say what is missing
  mapfile -t missing < <(missing_of "${experiment_packages[@]}")
  [[ -d $mlpack_stb || " ${missing[*]} " == *" libmlpack-dev "* ]] || missing+=(libmlpack-dev)
  ((${#missing[@]})) || return 0
  if ! can_be_root; then
    say "Neither root nor sudo, to install what the experiments need: ${missing[*]}"
    say "(On Debian 12 ${trixie_packages[*]} come from Debian 13.)"
    say "Without them canon-lab is not built; the library and the program canon are."
    return 1
  fi
  ask_password
  step "package lists" apt_update
  if no_mlpack_candidate; then
    say "This release of Debian has no mlpack. Adding to apt, for ${trixie_packages[*]} alone:"
    say "  $apt_folder/sources.list.d/$apt_name.*   the source of Debian 13"
    say "  $apt_folder/preferences.d/$apt_name      pins: no other package comes from it"
    say "\`tools/dev clean --system\` removes both."
    step "source of Debian 13" add_trixie
    step "package lists" apt_update
  fi
  step "experiment packages" apt_install --reinstall \
    -o "Dpkg::Options::=--path-include=/usr/share/doc/libmlpack-dev/*" "${missing[@]}"
}
