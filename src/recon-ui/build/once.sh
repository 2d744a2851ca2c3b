#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# once.mjs for Maven, in one clear sentence where Node.js cannot run it.
if ! version=$(node --version 2>/dev/null) || ! npm --version >/dev/null 2>&1; then
  echo "Building the page in Recon needs Node.js 20.19 or newer with npm on the PATH; here is none." >&2
  exit 1
fi
if ! [[ $version =~ ^v([0-9]+)\.([0-9]+)\. ]] || ((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2] < 20019)); then
  echo "Building the page in Recon needs Node.js 20.19 or newer with npm on the PATH; here it is $version." >&2
  exit 1
fi
exec node "$(dirname "$0")/once.mjs" "$@"
