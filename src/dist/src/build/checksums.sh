#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Writes the checksums of the OM's jars, by which the launcher profile tells a damaged one: FILE, then NAME and JAR of each.
set -euo pipefail

file=$1
shift
mkdir -p "$(dirname "${file}")"
while (($#)); do
  echo "$(cksum < "$2") $1"
  shift 2
done > "${file}"
