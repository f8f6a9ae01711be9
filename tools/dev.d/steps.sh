# Steps with a log and a time, and what they print while they run. Sourced by tools/dev.

log_dir=build/log
dev_begin=$EPOCHREALTIME

say() { printf '%s\n' "$*"; }

die() {
  printf 'tools/dev: %s\n' "$*" >&2
  exit 1
}

# done_in BEGIN TEXT: the line that ends a step begun at $EPOCHREALTIME = BEGIN.
done_in() {
  local elapsed=$(((${EPOCHREALTIME/./} - ${1/./}) / 100000))
  printf '[%4d.%d s] %s\n' $((elapsed / 10)) $((elapsed % 10)) "$2"
}

# note_processor_time: of all commands that have ended, in tenths of a second, into `processor_time`. The
# redirection is needed: a subshell would count its own.
note_processor_time() {
  mkdir -p "$log_dir"
  times >"$log_dir/.times"
  processor_time=$(awk -F'[ms ]+' 'NR == 2 { printf "%d", 600 * ($1 + $3) + 10 * ($2 + $4) }' "$log_dir/.times")
}

skip() { printf '[%4d.%d s] %s\n' 0 0 "$1"; }

total() { done_in "$dev_begin" "in total"; }

# watch NAME LOG: the newest line of a step's log, until it is killed: in place on a terminal, and
# otherwise every 30 s. Ninja's lines begin with [done/all].
watch() {
  local name=$1 log=$2 begin=$EPOCHREALTIME every=30 seconds=0 width text
  [[ ! -t 1 ]] || every=1
  # By the second, and without the pipe: a sleep that outlives its killed parent must keep nobody waiting.
  while sleep 1 >/dev/null && kill -0 $$ 2>/dev/null; do
    (((seconds += 1) % every == 0)) || continue
    text=$(tail -c 2000 "$log" 2>/dev/null | tr '\r' '\n' | grep . | tail -n 1 || true)
    text=$(done_in "$begin" "$name ... $text")
    if [[ -t 1 ]]; then
      width=$(tput cols 2>/dev/null || printf 80)
      printf '\r\033[K%.*s' $((width - 1)) "$text"
    else
      printf '%.110s\n' "$text"
    fi
  done
}

watcher=
stop_watching() {
  [[ -n $watcher ]] || return 0
  kill "$watcher" 2>/dev/null || true
  wait "$watcher" 2>/dev/null || true
  watcher=
  [[ ! -t 1 ]] || printf '\r\033[K'
}
trap stop_watching EXIT

# step NAME COMMAND...: output to the log; on failure its end, and how to continue.
step() {
  local name=$1 log="$log_dir/${1// /-}.log" begin=$EPOCHREALTIME status spent
  shift
  note_processor_time
  spent=$processor_time
  : >"$log"
  watch "$name" "$log" 2>/dev/null &
  watcher=$!
  # Not `if ( ... )`: in a condition bash would ignore set -e inside as well. In the foreground, so
  # that an interrupt reaches it.
  set +e
  (set -e; "$@") >"$log" 2>&1 </dev/null
  status=$?
  set -e
  stop_watching
  if ((status == 0)); then
    note_processor_time
    spent=$((processor_time - spent))
    done_in "$begin" "$name ($((spent / 10)).$((spent % 10)) s of processor time)"
    return
  fi
  {
    done_in "$begin" "$name FAILED (exit code $status)"
    if (($(wc -l <"$log") > 40)); then
      say "---- the first errors in $log ----"
      grep -nE '(^|[^-A-Za-z])(error|ERROR|Error): |^FAILED|\*\*\*' "$log" | head -n 8 || true
    fi
    say "---- the end of $log ----"
    tail -n 40 "$log"
    say "----"
    say "Step \"$name\" failed; its whole output is in $root/$log"
    if [[ $(type -t "$1") != function ]]; then
      say "This step alone:  cd $(printf %q "$root") && $(printf '%q ' "$@")"
    fi
    say "To continue:      tools/dev $command_line        (what is done is not done again)"
    say "From nothing:     tools/dev clean && tools/dev $command_line"
    [[ $name != ctest ]] || ctest_summary
  } >&2
  exit "$status"
}

# jobs_now: how many compilers at once, as cores and memory allow.
jobs_now() {
  if [[ -n ${CANON_JOBS:-} ]]; then
    say "$CANON_JOBS"
    return
  fi
  local limit=max
  [[ ! -r /sys/fs/cgroup/memory.max ]] || limit=$(</sys/fs/cgroup/memory.max)
  awk -v cores="$(nproc)" -v limit="$limit" -v each="$gib_per_job" '
    /^MemAvailable:/ { memory = $2 / 1048576 }
    END {
      if (limit != "max" && limit / 2^30 < memory) memory = limit / 2^30
      jobs = int(memory / each)
      if (jobs > cores) jobs = cores
      print jobs < 1 ? 1 : jobs
    }' /proc/meminfo
}

# hash_of FILE_OR_DIRECTORY...: of names and contents, without the developer's script.
hash_of() {
  local present=() path
  for path in "$@"; do [[ ! -e $path ]] || present+=("$path"); done
  find "${present[@]}" -type f ! -path tools/dev ! -path 'tools/dev.d/*' ! -path '*/build/*' \
    ! -path '*/__pycache__/*' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# fresh STAMP KEY: true if STAMP holds this key, so that the work was done for the same input.
fresh() { [[ -f $1 && $(<"$1") == "$2" ]]; }
