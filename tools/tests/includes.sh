#!/bin/bash
# includes.sh ROOT: data moves in one direction (docs/architecture.md): libcanon knows neither
# experiments nor tools, experiments know the public headers of libcanon only and nothing of tools,
# and the program canon needs no experiments.
set -u
cd "$1" || exit 2
private='base|graph|io|generate|spectrum|canonize|encoding|certificate'
engine='device|kernels|autograd|batch|model'
lab='dataset|train|report|study|run'
tools='cli|canon|canon-lab|pictures'
status=0

# refuse WHERE ROOMS WHY: no file of WHERE may include "ROOM/...", nor a relative path to tools.
refuse() {
  local found
  found=$(grep -rnE "#include (\"($2)/|<(cli|canon-lab)/|\"[./]*/(tools|experiments)/)" $1 \
               --include=*.cpp --include=*.hpp --include=*.cu)
  [ -z "$found" ] && return
  printf '%s:\n%s\n' "$3" "$found"
  status=1
}

refuse "libcanon" "$engine|$lab|$tools" "libcanon includes what stands above it"
refuse "experiments" "$tools" "experiments include tools"
refuse "experiments" "$private" "experiments include private headers of libcanon"
refuse "experiments/engine" "$lab" "the engine includes the lab"
refuse "tools/cli tools/canon" "$engine|$lab|canon-lab" "the program canon includes experiments"
exit $status
