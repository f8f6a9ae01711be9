#!/usr/bin/env bash
# The pictures in docs/pictures are what the program draws, byte for byte.
# Usage: pictures.sh SOURCE_FOLDER PROGRAM
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$2" "$work/pictures"
diff -r "$1/docs/pictures" "$work/pictures" >&2 || {
  echo "docs/pictures differs: run build/bin/canon-pictures docs/pictures and look at the result" >&2
  exit 1
}
