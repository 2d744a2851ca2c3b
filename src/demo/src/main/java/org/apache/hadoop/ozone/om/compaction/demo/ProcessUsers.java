// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.PrivilegedExceptionAction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdds.HddsConfigKeys;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.ha.ConfUtils;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;
import org.apache.ozone.test.GenericTestUtils.PortAllocator;

/**
 * Who runs which process of a secure ring. All share this JVM, which has one login user; but threads keep the user as
 * whom they were started, and whatever a process does happens on threads that its start has begun.
 *
 * @param users by node id, and under {@link #SCM}
 */
public record ProcessUsers(Map<String, UserGroupInformation> users) {
  /** The name of SCM among the processes. */
  public static final String SCM = "scm";
  /** Everything runs as the user of this JVM. */
  public static final ProcessUsers NONE = new ProcessUsers(Map.of());

  /** Work that may fail as a process may. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException, AuthenticationException;
  }

  /**
   * Chooses where the OMs listen.
   *
   * @param conf changed: what all must know of all
   * @return what each OM is to be started with, by node id
   */
  Map<String, OzoneConfiguration> configure(OzoneConfiguration conf, String serviceId) {
    List<String> nodeIds = users.keySet().stream().filter(process -> !process.equals(SCM)).sorted().toList();
    if (nodeIds.isEmpty()) {
      return Map.of();
    }
    conf.set(ConfUtils.addKeySuffixes(OMConfigKeys.OZONE_OM_NODES_KEY, serviceId), String.join(",", nodeIds));
    for (String nodeId : nodeIds) {
      for (String address : List.of(OMConfigKeys.OZONE_OM_ADDRESS_KEY, OMConfigKeys.OZONE_OM_HTTP_ADDRESS_KEY,
          OMConfigKeys.OZONE_OM_HTTPS_ADDRESS_KEY)) {
        // By name: a web server's principal has the name in it that its clients call it by.
        conf.set(ConfUtils.addKeySuffixes(address, serviceId, nodeId), "localhost:" + PortAllocator.getFreePort());
      }
      conf.setInt(ConfUtils.addKeySuffixes(OMConfigKeys.OZONE_OM_RATIS_PORT_KEY, serviceId, nodeId),
          PortAllocator.getFreePort());
    }
    Map<String, OzoneConfiguration> own = new LinkedHashMap<>();
    for (String nodeId : nodeIds) {
      OzoneConfiguration of = new OzoneConfiguration(conf);
      of.set(OMConfigKeys.OZONE_OM_NODE_ID_KEY, nodeId);
      of.set(OMConfigKeys.OZONE_OM_KERBEROS_PRINCIPAL_KEY, users.get(nodeId).getUserName());
      of.set(HddsConfigKeys.OZONE_METADATA_DIRS, conf.get(HddsConfigKeys.OZONE_METADATA_DIRS) + "/" + nodeId);
      own.put(nodeId, of);
    }
    return own;
  }

  /** Does the work as the user that runs the process. */
  <T> T run(String process, Work<T> work) throws IOException, AuthenticationException {
    UserGroupInformation user = users.get(process);
    if (user == null) {
      return work.run();
    }
    try {
      return user.doAs((PrivilegedExceptionAction<T>) work::run);
    } catch (UndeclaredThrowableException e) {
      if (e.getCause() instanceof AuthenticationException failure) {
        throw failure;
      }
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(process + " was not started", e);
    }
  }
}
