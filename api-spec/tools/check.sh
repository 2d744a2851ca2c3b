#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Whether OpenAPI's common tools are content with the contract. Needs Python 3.11 or newer, Node.js and Java; fetches
# the tools once, in the versions that stand here.
#
#   check.sh        lints it (spectral) and has clients generated of it: by openapi-python-client, and in Python and
#                   TypeScript by openapi-generator
#   check.sh URL    then also asks the Recon at URL, http://localhost:9888/api/v1/om/compaction for the demo: a
#                   maintenance window by the generated Python client, then what schemathesis makes up, wrong requests
#                   among it. It triggers jobs and pauses the service there.
#
# MAX_EXAMPLES (50) is how many requests schemathesis makes up for each operation, SEED repeats a run of it.
set -euo pipefail
cd "$(dirname "$0")"
readonly contract=../openapi.yaml work=${PWD%/*}/target/tools url=${1:-}
readonly spectral=6.16.3 typescript=5.9.3
generator=$(sed -n 's|.*<openapi-generator.version>\(.*\)</.*|\1|p' ../../pom.xml)

fail() {
  echo "check: $*" >&2
  exit 1
}

say() {
  echo "== $*"
}

# What has been fetched stays until another version stands here.
fetch() {
  local versions
  versions=$(cat requirements.txt; echo "$spectral $typescript $generator")
  [ "$(cat "$work/fetched" 2> /dev/null || true)" != "$versions" ] || return 0
  say "Fetching the tools"
  rm -rf "$work/venv" "$work/node"
  mkdir -p "$work/node"
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install -q -r requirements.txt "openapi-generator-cli==$generator"
  npm install --prefix "$work/node" --silent --no-audit --no-fund --ignore-scripts \
    "@stoplight/spectral-cli@$spectral" "typescript@$typescript"
  echo "$versions" > "$work/fetched"
}

# by_openapi_generator NAME
by_openapi_generator() {
  local to="$work/openapi-generator-$1"
  rm -rf "$to"
  "$work/venv/bin/openapi-generator-cli" generate -i "$contract" -g "$1" -o "$to" > "$to.log" 2>&1 \
    || fail "see $to.log"
}

# python ARGUMENTS, with the client of openapi-python-client
python() {
  PYTHONPATH="$work/python-client" "$work/venv/bin/python" "$@"
}

mkdir -p "$work"
fetch

say "spectral"
"$work/node/node_modules/.bin/spectral" lint --ruleset ../.spectral.yaml --fail-severity hint "$contract"

say "openapi-python-client"
rm -rf "$work/python-client"
PATH="$work/venv/bin:$PATH" openapi-python-client generate --path "$contract" --config python-client.yaml \
  --output-path "$work/python-client" > "$work/python-client.log" 2>&1 || fail "see $work/python-client.log"
# A client gives the contract as it came: this tool reads nothing but JSON for its users.
complaints=$(grep -E '^(WARNING|ERROR)' "$work/python-client.log" | grep -v 'GET /openapi.yaml' || true)
[ -z "$complaints" ] || fail "$complaints"
python -m compileall -q "$work/python-client"

say "openapi-generator, Python"
by_openapi_generator python
PYTHONPATH="$work/openapi-generator-python" "$work/venv/bin/python" -c "import openapi_client"

say "openapi-generator, TypeScript"
by_openapi_generator typescript-fetch
"$work/node/node_modules/.bin/tsc" --noEmit --strict --target es2022 --module es2022 --moduleResolution bundler \
  --lib es2022,dom "$work/openapi-generator-typescript-fetch/index.ts"

[ -n "$url" ] || exit 0

say "A maintenance window by the generated Python client"
python window.py "$url"

say "schemathesis"
"$work/venv/bin/st" --config-file schemathesis.toml run "$contract" --url "$url" \
  --max-examples "${MAX_EXAMPLES:-50}" ${SEED:+--seed "$SEED"}
