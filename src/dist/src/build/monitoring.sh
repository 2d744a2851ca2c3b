#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Has promtool judge the alerts, their tests and the queries of the dashboard.
# Usage: monitoring.sh DIRECTORY TEMPORARY_FILE
set -euo pipefail
monitoring=$1
queries=$2
mkdir -p "$(dirname "$queries")"

if ! command -v promtool > /dev/null; then
  echo "promtool is not installed: alerts and dashboard in docs/monitoring are not checked by it"
  exit 0
fi
promtool check rules "$monitoring/range-compaction-alerts.yml"
promtool test rules "$monitoring/range-compaction-alerts-test.yml"
# A string of JSON is one of YAML, too.
{
  echo 'groups: [{name: dashboard, rules: ['
  grep -oE '"expr": "([^"\\]|\\.)*"' "$monitoring/range-compaction-dashboard.json" |
    sed 's/\$__rate_interval/5m/g' | awk '{ print "{record: \"query:" NR "\", " $0 "}," }'
  echo ']}]'
} > "$queries"
promtool check rules "$queries"
