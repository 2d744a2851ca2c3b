#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Read by Ozone's launcher. Starts the Ozone Manager (OM) with range compaction by putting our main class in the place
# of the stock one. Whenever that cannot work, the stock class stays and one line on stderr says why and what to do:
# an add-on must not keep an OM from starting. Our own command it starts with a JVM option that halves the time it takes.
#
# To switch it off, put OZONE_OM_COMPACTION_ENABLED=false into ozone-env.sh.
#
# This file's name must sort after hadoop-ozone-manager.sh, which looks for the stock class name. The profile's name
# must neither contain nor be contained in the name of another profile: the launcher compares them by substring.

if [[ "${OZONE_SHELL_EXECNAME}" == ozone ]]; then
  ozone_add_profile range_compaction
fi

_range_compaction_hadoop_finalize() {
  _range_compaction_quick_command
  local stock=org.apache.hadoop.ozone.om.OzoneManagerStarter
  local ours=org.apache.hadoop.ozone.om.compaction.CompactionOzoneManagerStarter
  if [[ "${OZONE_CLASSNAME}" == "${ours}" || "${OZONE_CLASSNAME}" != "${stock}" && "${OZONE_SUBCMD}" != om ]]; then
    return 0
  fi
  # These two look at the pid file and start no OM.
  if [[ "${OZONE_DAEMON_MODE}" == stop || "${OZONE_DAEMON_MODE}" == status ]]; then
    return 0
  fi

  local obstacle
  obstacle=$(_range_compaction_obstacle "${stock}")
  if [[ -z "${obstacle}" ]]; then
    OZONE_CLASSNAME="${ours}"
  else
    ozone_error "WARNING: Ozone Manager without range compaction: ${obstacle}"
  fi
}

# The optimising compiler never pays off in a command that lives for two seconds. With --db it may: that scans a database.
# It stands first, so that the user's own options override it.
_range_compaction_quick_command() {
  local args=" ${OZONE_SUBCMD_ARGS[*]} "
  if [[ "${OZONE_SUBCMD}" == admin && "${args}" == *" om compaction "* && "${args}" != *" --db"[\ =]* ]]; then
    OZONE_OPTS="-XX:TieredStopAtLevel=1 ${OZONE_OPTS}"
  fi
}

# Prints why our main class cannot take the place of the stock one, $1, and what to do about it, or nothing.
_range_compaction_obstacle() {
  if [[ "${OZONE_OM_COMPACTION_ENABLED:-true}" != true ]]; then
    echo "switched off by OZONE_OM_COMPACTION_ENABLED=${OZONE_OM_COMPACTION_ENABLED}." \
      "To switch it on, remove that from ozone-env.sh or set it to true."
    return
  fi
  if [[ "${OZONE_CLASSNAME}" != "$1" ]]; then
    echo "'ozone om' starts ${OZONE_CLASSNAME} here, and it can only take the place of $1." \
      "Use the ozone-compaction tarball that is made for this Ozone."
    return
  fi

  # The directory from which the launcher fills the OM's classpath.
  local lib="${HDDS_LIB_JARS_DIR:-${OZONE_HOME}/share/ozone/lib}"
  local ours="ozone-compaction-api.jar ozone-compaction-manager.jar ozone-compaction-planner.jar"
  local jar
  for jar in ${ours}; do
    if [[ ! -r "${lib}/ozone-manager/${jar}" || ! -s "${lib}/ozone-manager/${jar}" ]]; then
      echo "${lib}/ozone-manager/${jar} is missing, empty or not readable." \
        "Unpack the ozone-compaction tarball over ${OZONE_HOME} again."
      return
    fi
  done
  for jar in "${lib}"/ozone-manager/ozone-compaction-*.jar; do
    if [[ " ${ours} " != *" ${jar##*/} "* ]]; then
      echo "${jar} is from another version of it. Remove that file."
      return
    fi
  done
  # A jar that was half written, or lost blocks in a crash, is there all the same; Java would start and find no class.
  local sums="${OZONE_HOME}/share/ozone/compaction/CHECKSUMS"
  if [[ ! -r "${sums}" || ! -s "${sums}" ]]; then
    echo "${sums} is missing, empty or not readable. Unpack the ozone-compaction tarball over ${OZONE_HOME} again."
    return
  fi
  if command -v cksum > /dev/null; then
    local expected
    expected=$'\n'$(< "${sums}")$'\n'
    for jar in ${ours}; do
      if [[ "${expected}" != *$'\n'"$(cksum < "${lib}/ozone-manager/${jar}") ${jar}"$'\n'* ]]; then
        echo "${lib}/ozone-manager/${jar} is damaged, or not of the tarball that brought ${sums}." \
          "Unpack the ozone-compaction tarball over ${OZONE_HOME} again."
        return
      fi
    done
  fi
  if ! compgen -G "${lib}/ozone-manager-2.2.*.jar" > /dev/null; then
    local found
    found=$(compgen -G "${lib}/ozone-manager-[0-9]*.jar")
    echo "it is made for Ozone 2.2, and instead of ${lib}/ozone-manager-2.2.*.jar there is ${found:-none}." \
      "Use the ozone-compaction tarball that is made for this Ozone."
    return
  fi

  # The launcher keeps the first line of java -version; options set in the environment push the version further down.
  local version_line='version "(1\.)?([0-9]+)'
  local java_says="${JAVA_VERSION_STRING}"
  if [[ ! "${java_says}" =~ ${version_line} ]]; then
    java_says=$("${JAVA}" -version 2>&1)
  fi
  if [[ ! "${java_says}" =~ ${version_line} ]]; then
    echo "cannot tell the version of ${JAVA}. Set JAVA_HOME in ozone-env.sh to Java 8 or newer."
  elif [[ "${BASH_REMATCH[2]}" -lt 8 ]]; then
    echo "${JAVA} is Java ${BASH_REMATCH[2]}. Set JAVA_HOME in ozone-env.sh to Java 8 or newer."
  fi
}
