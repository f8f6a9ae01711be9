#!/usr/bin/env bash
# How much faster two MPI ranks are than one, by the wall clock: `canon encode`, and the training of
# GatedGCN by `canon-lab run zinc --data-parallel`. One thread per rank; the best of three runs of
# each, one kind after the other.
set -euo pipefail

usage() {
  cat <<'HELP'
usage: tools/bench/ranks.sh encode IN [OPTION of canon encode]...
       tools/bench/ranks.sh train DATA [OPTION of canon-lab run zinc]...

  IN     graphs; some hundred thousand, for MPI needs a second to start
  DATA   the folder of data sets

Environment:
  CANON_BIN   where canon and canon-lab are (default: build/bin); built with -DCANON_WITH_MPI=ON
  TMPDIR      where the results go, for their time; they are removed (default: /tmp)
  RUNS        how many runs of each (default: 3)
  MPIRUN      the launcher (default: mpirun)
HELP
}

[[ $# -ge 2 && ( $1 == encode || $1 == train ) ]] || { usage; exit 2; }
what=$1 from=$2
shift 2
bin=$(cd "${CANON_BIN:-$(dirname "${BASH_SOURCE[0]}")/../../build/bin}" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
root=()
if [[ $(id -u) == 0 ]]; then root=(--allow-run-as-root); fi

# The seconds that a line of canon-lab or the clock says.
measure() { # RANKS
  local begin end
  local launch=("${MPIRUN:-mpirun}" "${root[@]}" -n "$1")
  if [[ $what == encode ]]; then
    begin=$(date +%s%N)
    "${launch[@]}" "$bin/canon" encode "$from" -q --threads 1 "${options[@]}" -o "$place/$1.npz"
    end=$(date +%s%N)
    sha256sum <"$place/$1.npz" >"$place/sum.$1"
    rm "$place/$1.npz" # the next run has its memory or its room
    awk "BEGIN { print ($end - $begin) / 1e9 }"
  else
    rm -rf "${place:?}/$1" # not resumed; the encoded data set is kept beside it
    "${launch[@]}" "$bin/canon-lab" run zinc --data "$from" --rows gatedgcn-map --seeds 1 \
      --epochs 2 --data-parallel --threads 1 --cache "$place/cache" --out "$place/$1" \
      "${options[@]}" >"$place/log" 2>&1 || { cat "$place/log" >&2; exit 1; }
    # The second epoch: in the first one the memory is new.
    sed -n 's/{"epoch":2,"seconds":\(.*\)}/\1/p' "$place/$1"/runs/zinc/gatedgcn-map/seed*/seconds.jsonl
  fi
}

options=("$@")
declare -A best
for ((run = 0; run < ${RUNS:-3}; ++run)); do
  for ranks in 1 2; do
    seconds=$(measure "$ranks")
    printf '%s ranks: %.2f s\n' "$ranks" "$seconds"
    best[$ranks]=$(awk "BEGIN { a = ${best[$ranks]:-1e9}; print a < $seconds ? a : $seconds }")
  done
done
if [[ $what == encode ]]; then cmp "$place/sum.1" "$place/sum.2"; fi # the same bytes
awk "BEGIN { printf \"best: %.2f s and %.2f s, speed-up %.2f\n\", ${best[1]}, ${best[2]}, \
${best[1]} / ${best[2]} }"
