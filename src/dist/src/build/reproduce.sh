#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the last commit of this checkout twice and compares what a release consists of, byte for byte. The clones have
# other paths, and their builds another umask, time zone, language and moment.
# reproduce.sh FOLDER: for the clones; new or empty. Takes as long as two builds without tests.
set -euo pipefail
checkout=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
folder=$(mkdir -p "$1" && cd "$1" && pwd)

build() {
  local began=$SECONDS
  git clone -q "$checkout" "$folder/$1"
  (cd "$folder/$1" && mvn -q -ntp -DskipTests -Dspotbugs.skip -Dcheckstyle.skip -pl src/dist -am package)
  echo "$1: built in $((SECONDS - began)) s"
}

(umask 022 && TZ=UTC JAVA_TOOL_OPTIONS="-Duser.language=en" build one)
(umask 077 && TZ=Asia/Kolkata JAVA_TOOL_OPTIONS="-Duser.language=de -Duser.country=DE" build another/with-a-longer-path)

cd "$folder/one/src/dist/target"
for file in ozone-compaction-*; do
  cmp "$file" "$folder/another/with-a-longer-path/src/dist/target/$file"
done
cat ./*.sha512
echo "Both builds are equal: $(echo ozone-compaction-*)"
