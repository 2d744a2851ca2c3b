#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compacts buckets in a maintenance window through Recon. Needs bash, curl, jq and GNU date.
#
#   maintenance-window.sh [option ...] /volume/bucket ...
#
#   --recon URL             default http://localhost:9888
#   --not-before TIME       default now. 22:00 is the next such local time; everything else is as date -d takes it:
#                           'tomorrow 04:00', 2026-11-20T22:00Z. Local is what TZ or the machine says.
#   --not-after TIME        no step starts later; default never. 04:00 is the first after --not-before.
#   --window WINDOWS        instead of the two: weekly windows with their zone, and days off behind it, as in
#                           'Mon-Fri 20:00-06:00 Europe/Berlin except 2026-12-24..2027-01-02'
#   --max-write-rate BYTES  a second, on one OM
#   --top N                 the best N ranges of each OM only
#   --once NAME             the same NAME is the same job, however often this is run: for cron, --once "$(date +\%F)". A
#                           job that is there already is followed, not submitted again; for other buckets it is refused
#   --dry-run               stop after the preview
#   --help                  say this
#
# Options for curl go into CURL_OPTIONS: after kinit, CURL_OPTIONS='--negotiate -u :'. POLL_SECONDS (5) is how often it
# looks. Ctrl-C or SIGTERM cancels the job and waits for its end. Exit codes are those of 'ozone admin om compaction':
# 0 done, 1 refused or unreachable, 2 usage, 3 FAILED or PARTIAL, 4 CANCELLED, 5 EXPIRED, 6 lost sight of the job.
set -euo pipefail

recon=http://localhost:9888
poll_seconds=${POLL_SECONDS:-5}
patience_seconds=600
well_seconds=120
taken_seconds=30
not_before='' not_after='' window='' opens='' closes='' max_write_rate='' top='' once='' dry_run='' flush='' buckets=()
read -r -a curl_options <<< "${CURL_OPTIONS:-}"

say() { printf '%s %s\n' "$(date +%T)" "$*"; }
fail() { local code=$1; shift; printf '%s\n' "$*" >&2; exit "$code"; }

# on DAY HH:MM: seconds since 1970. Of a local time that a change of daylight saving repeats, the first; one that it
# skips is as much later. date -d takes the second of the one and refuses the other.
on() {
  local before as_before
  before=$(date -d "$(date -u -d "$1 yesterday" +%F) 12:00" +%z)
  as_before=$(date -d "$1 $2 $before" +%s)
  if [[ $(date -d "@$as_before" +'%F %R') == "$1 $2" ]] || ! date -d "$1 $2" +%s 2> /dev/null; then
    printf '%s\n' "$as_before"
  fi
}

# moment TEXT AFTER: seconds since 1970; of a time of day the next one after AFTER.
moment() {
  if [[ $1 =~ ^([01]?[0-9]|2[0-3]):[0-5][0-9]$ ]]; then
    local day time=$1 at
    ((${#time} == 5)) || time=0$time
    day=$(date -d "@$2" +%F)
    at=$(on "$day" "$time")
    ((at > $2)) || at=$(on "$(date -u -d "$day tomorrow" +%F)" "$time")
    printf '%s\n' "$at"
  else
    date -d "$1" +%s
  fi
}

# As the contract wants it, and as people do; nothing for nothing.
utc() { [[ -z $1 ]] || date -u -d "@$1" +%FT%TZ; }
shown() { [[ -z $1 ]] && printf %s "$2" || date -d "@$1" +'%F %T %:z'; }

while (($# > 0)); do
  case $1 in
    --recon | --not-before | --not-after | --window | --max-write-rate | --top | --once)
      (($# > 1)) || fail 2 "$1 needs a value."
      name=${1#--}; printf -v "${name//-/_}" %s "$2"; shift 2 ;;
    --dry-run) dry_run=yes; shift ;;
    --help | -h) sed -n '4,/^set /{/^#/s/^# \{0,1\}//p;}' "$0"; exit 0 ;;
    /*/*) buckets+=("$1"); shift ;;
    *) fail 2 "What is '$1'? The first lines of $0 say what it takes." ;;
  esac
done
((${#buckets[@]} > 0)) || fail 2 "Name at least one bucket as /volume/bucket."
[[ $max_write_rate$top =~ ^[0-9]*$ ]] || fail 2 "--max-write-rate and --top are whole numbers."
[[ -z $window || -z $not_before$not_after ]] || fail 2 "--window says when: leave --not-before and --not-after out."
now=$(date +%s)
[[ -z $not_before ]] || opens=$(moment "$not_before" "$now") || exit 2
[[ -z $not_after ]] || closes=$(moment "$not_after" "$((${opens:-0} > now ? opens : now))") || exit 2

api=${recon%/}/api/v1/om/compaction
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# ask METHOD PATH [curl option ...]: sets $status (000 without an answer); the answer is in $scratch/body and /headers.
ask() {
  local method=$1 path=$2; shift 2
  : > "$scratch/body"
  status=$(curl -sS -m 15 -X "$method" -o "$scratch/body" -D "$scratch/headers" -w '%{http_code}' \
    -H 'X-Requested-With: maintenance-window' "${curl_options[@]+"${curl_options[@]}"}" "$@" "$api$path" \
    2> "$scratch/error") || status=000
}

answer() { jq -r "$@" "$scratch/body"; }
problem() {
  [[ -s $scratch/body ]] && answer '.code + ": " + .message' 2> /dev/null \
    || echo "HTTP status $status. $(cat "$scratch/error")"
}
etag() { tr -d '\r' < "$scratch/headers" | sed -n 's/^[Ee][Tt]ag: *//p' | tail -1; }

# 1. Is the ring well? What passes by itself, a busy OM or an election, is waited for.
well_by=$((SECONDS + well_seconds))
# later TEXT: before another look, if there is to be one.
later() {
  ((SECONDS < well_by)) || fail 1 "$1"
  say "Waiting. $1"
  sleep "$poll_seconds"
}

while true; do
  ask GET /nodes
  case $status in
    200) ;;
    503) later "Recon does not tell how the ring is: $(problem)"
      continue ;;
    *) fail 1 "Recon does not tell how the ring is: $(problem)" ;;
  esac
  lasting=$(answer '.nodes[] | select(.reachable)
    | if .addOnVersion == null then "\(.nodeId): has no add-on" elif .problem then .problem.message else empty end')
  [[ -z $lasting ]] || fail 1 "The ring is not well: $lasting"
  silent=$(answer '.nodes[] | select(.reachable | not) | "\(.nodeId): \(.problem.message)"')
  leaders=$(answer '[.nodes[] | select(.role == "LEADER")] | length')
  [[ -n $silent || $leaders != 1 ]] || break
  later "The ring is not well: ${silent:-it has no leader.}"
done

# The id is ours, so that asking again after a lost answer is the same job, and so is the same name.
if [[ -n $once ]]; then
  sum=$(printf %s "maintenance-window $once" | sha1sum)
  job=${sum:0:8}-${sum:8:4}-5${sum:13:3}-8${sum:17:3}-${sum:20:12}
else
  job=$(cat /proc/sys/kernel/random/uuid 2> /dev/null || uuidgen)
fi

# Whether a job of this name is there already; it ends here if that is for something else.
is_there() {
  local same
  [[ -n $once ]] || return 1
  while true; do
    ask GET "/jobs/$job"
    case $status in
      404) return 1 ;;
      200)
        same=$(jq '(.targets.buckets // [] | sort) == ($ARGS.positional | sort)' "$scratch/body" --args "${buckets[@]}")
        [[ $same == true ]] || fail 1 "'$once' names job $job already, which is for" \
          "$(answer '.targets.buckets // ["something else"] | join(" ")'). Choose another name."
        return 0 ;;
      503) later "It is not known whether job $job is there: $(problem)" ;;
      *) fail 1 "It is not known whether job $job is there: $(problem)" ;;
    esac
  done
}

# Ends here where there is nothing to do, or nothing is to be done.
preview() {
  local bucket targets=()
  for bucket in "${buckets[@]}"; do
    targets+=(--data-urlencode "bucket=$bucket")
  done
  while true; do
    # Where a list waits for tombstones in memory, no range reaches them before a flush. Each answer looks further.
    while true; do
      ask GET /places -G "${targets[@]}" -d nodeId=all -d limit=1000
      [[ $status != 200 || $(answer '[.places[].flush] | any') != true ]] || flush=true
      [[ -z $flush && $status == 200 && $(answer '[.notLookedAt[] | select(.unreadable | not)] | length') != 0 ]] \
        && ((SECONDS < well_by)) || break
      sleep 1
    done
    ask GET /ranges -G "${targets[@]}" -d nodeId=all -d limit=1 ${top:+-d "top=$top"} ${flush:+-d "flush=$flush"}
    case $status in
      200) [[ $(answer '.unanswered | length') != 0 ]] || break
        later "No preview: $(answer '.unanswered[].message')" ;;
      503) later "No preview: $(problem)" ;;
      *) fail 1 "No preview: $(problem)" ;;
    esac
  done
  answer '.totals[] | "\(.nodeId): ranges \(.ranges), tombstones " + (.tombstones
    | ({EXACT: "", AT_MOST: "at most "}[.mark] // "about ") + "\(.shown)")
    + ", bytes to read \(.predictedReadBytes) and to write \(.predictedWriteBytes)"'
  answer '(.flushes // [])[] | select(.planned) | "\(.nodeId): first writes the memory of \(.table) to disk"'
  (($(answer '[.totals[].ranges] | add // 0') > 0)) || { say "Nothing is worth a compaction."; exit 0; }
  [[ -z $dry_run ]] || exit 0
}

# 2. What would it do?
there=''
if is_there; then
  there=yes
  [[ -z $dry_run ]] || { say "'$once' names job $job already: $(answer .state)."; exit 0; }
else
  preview
fi

# 3. Submit it.
jq -n --arg job "$job" --arg before "$(utc "$opens")" --arg after "$(utc "$closes")" \
  --arg window "$window" --arg rate "$max_write_rate" --arg top "$top" --arg flush "$flush" \
  '{jobId: $job, targets: {buckets: $ARGS.positional}}
  + if $flush == "" then {} else {flush: true} end
  + if $before == "" then {} else {notBefore: $before} end
  + if $after == "" then {} else {notAfter: $after} end
  + if $window == "" then {} else {window: $window} end
  + if $rate == "" then {} else {maxWriteRate: ($rate | tonumber)} end
  + if $top == "" then {} else {thresholds: {top: ($top | tonumber)}} end' \
  --args "${buckets[@]}" > "$scratch/request"

# Only noted here: between a question and its answer is no time for another question.
stop=''
trap 'stop=asked' INT TERM

# Not in the foreground: a signal is to be heard at once, and Ctrl-C, which ends a sleep too, is no error.
pause() { sleep "$poll_seconds" & wait $! || true; }

# Whether the ring may have taken what was posted, or take it yet, although no answer says so.
lost() {
  [[ $status == 000 || $status == 5* ]] \
    && [[ $(answer '.code // ""' 2> /dev/null) =~ ^(NO_LEADER|UNREACHABLE|INTERNAL|)$ ]]
}

# taken: yes, no, or unknown.
taken=${there:-no}
for attempt in 1 2 3 4 5; do
  [[ -z $stop && -z $there ]] || break
  ask POST /jobs -H 'Content-Type: application/json' --data-binary "@$scratch/request"
  if [[ $status == 202 ]]; then
    taken=yes
    break
  fi
  ! lost || taken=unknown
  [[ $status == 000 || $status == 5* ]] || break
  say "Attempt $attempt: $(problem)"
  pause
done
case $taken in
  unknown) say "It is not known whether the job was submitted: its id will tell." ;;
  no)
    [[ -z $stop ]] || fail 4 "Stopped before the job was submitted."
    fail 1 "Refused: $(problem)" ;;
esac
[[ -n $there ]] && say "Job $job is there already." \
  || say "Job $job, ${window:-from $(shown "$opens" now) to $(shown "$closes" "its end")}"

# 4. Follow it. What has not changed costs nothing.
known='' seen=$SECONDS taken_by=$((SECONDS + taken_seconds))
while true; do
  if [[ $stop == asked ]]; then
    say "Cancelling ..."
    ask POST "/jobs/$job/cancel"
    # 409: it has ended meanwhile.
    [[ $status == 202 || $status == 409 ]] && stop=done || say "Not cancelled yet: $(problem)"
  fi
  ask GET "/jobs/$job" ${known:+-H "If-None-Match: $known"}
  case $status in
    304) seen=$SECONDS ;;
    200)
      taken=yes seen=$SECONDS known=$(etag)
      say "$(answer '.state + (if .waitingFor then " (waits: \(.waitingFor.message))" else "" end) +
        ([.turns[] | "  \(.nodeId) \(.state)" +
        (if .figures then " \(.figures.rangesDone)/\(.figures.rangesTotal)" else "" end) +
        (if .waitingFor then " (waits: \(.waitingFor.message))" else "" end) +
        (if .message then " (\(.message))" else "" end)] | join(","))')"
      case $(answer .state) in
        SUCCEEDED) exit 0 ;;
        FAILED | PARTIAL) exit 3 ;;
        CANCELLED) exit 4 ;;
        EXPIRED) exit 5 ;;
      esac ;;
    404)
      [[ $taken == unknown ]] || fail 1 "No news of $job: $(problem)"
      if ((SECONDS >= taken_by)); then
        [[ -z $stop ]] || fail 4 "Stopped before the job was submitted."
        fail 1 "The job was not submitted: $(problem)"
      fi ;;
    503 | 000) ((SECONDS - seen < patience_seconds)) || fail 6 "No news of $job for $patience_seconds s: $(problem)" ;;
    *) fail 1 "No news of $job: $(problem)" ;;
  esac
  pause
done
