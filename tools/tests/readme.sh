#!/usr/bin/env bash
# Runs the README's shell lines in an empty folder, and compares its C++ with the example that is
# built. A fence is meant if the line before it is "<!-- tested: NAME -->".
# Usage: readme.sh SOURCE_FOLDER FOLDER_OF_THE_PROGRAMS
set -euo pipefail
source_folder=$1
export PATH="$2:$PATH"

fence() { # the text inside the fence called $1
  awk -v mark="<!-- tested: $1 -->" '
    $0 == mark { marked = 1; next }
    marked && /^```/ { if (inside) exit; inside = 1; next }
    inside { print }' "$source_folder/README.md"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for name in shell c++; do
  fence "$name" >"$work/$name"
  [ -s "$work/$name" ] || { echo "README.md: expected a fence marked 'tested: $name'"; exit 1; }
done

diff -u --label README.md --label 01_ten_lines.cpp \
  "$work/c++" "$source_folder/libcanon/examples/01_ten_lines.cpp"
echo "README.md: the C++ is libcanon/examples/01_ten_lines.cpp"

mkdir "$work/empty"
cd "$work/empty"
bash -euxo pipefail "$work/shell" </dev/null
echo "README.md: $(wc -l <"$work/shell") shell lines ran"
