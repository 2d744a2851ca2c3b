#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# once.mjs for Maven, in one clear sentence where Node.js cannot run it.
wanted="Building the page in Recon needs Node.js (20 from 20.19, 22 from 22.13, or 24 and newer) with npm on the PATH"
if ! version=$(node --version 2>/dev/null) || ! npm --version >/dev/null 2>&1; then
  echo "$wanted; here is none." >&2
  exit 1
fi
# The engines of package.json: what ESLint, Vite, Vitest and jsdom in the lock all run on.
if ! [[ $version =~ ^v(20\.(19|[2-9][0-9])|22\.(1[3-9]|[2-9][0-9])|2[4-9]|[3-9][0-9]|[1-9][0-9]{2})\. ]]; then
  echo "$wanted; here it is $version." >&2
  exit 1
fi
exec node "$(dirname "$0")/once.mjs" "$@"
