# SPDX-License-Identifier: Apache-2.0
#
# Stand-ins for the parts of Ozone's launcher that a profile meets, in the order in which the launcher gets to them.
# Usage: bash launcher.sh CLASS [ARGUMENT...]. Prints the class that would be started, after its JVM options.

OZONE_CLASSNAME=$1
shift
OZONE_SUBCMD_ARGS=("$@")
HDDS_LIB_JARS_DIR="${OZONE_HOME}/share/ozone/lib"

ozone_error() {
  echo "$*" >&2
}

ozone_add_profile() {
  profiles+=("$1")
}

for file in "${OZONE_HOME}"/libexec/shellprofile.d/*.sh; do
  . "${file}"
done

JAVA="${JAVA_HOME}/bin/java"
JAVA_VERSION_STRING=$("${JAVA}" -version 2>&1 | head -n 1)

for profile in "${profiles[@]}"; do
  if declare -F "_${profile}_hadoop_finalize" > /dev/null; then
    "_${profile}_hadoop_finalize"
  fi
done

echo "starts ${OZONE_OPTS:+${OZONE_OPTS} }${OZONE_CLASSNAME}"
