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

/**
 * The users of a secure ring's processes. All processes share this JVM, which has one login user; but threads keep the
 * user that started them, and a process runs only on threads that its start created.
 *
 * @param users by node id, and under {@link #SCM}
 */
public record ProcessUsers(Map<String, UserGroupInformation> users) {
  /** The name of SCM among the processes. */
  public static final String SCM = "scm";
  /** All processes run as the user of this JVM. */
  public static final ProcessUsers NONE = new ProcessUsers(Map.of());

  /** Work with the exceptions that the start of a process may throw. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException, AuthenticationException;
  }

  /**
   * Chooses the OMs' addresses.
   *
   * @param conf changed: gets the settings that all processes share
   * @return the settings to start each OM with, by node id
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
        // By name, as the principal of a web server contains the name that its clients use.
        conf.set(ConfUtils.addKeySuffixes(address, serviceId, nodeId), "localhost:" + PortBlock.nextPort());
      }
      conf.setInt(ConfUtils.addKeySuffixes(OMConfigKeys.OZONE_OM_RATIS_PORT_KEY, serviceId, nodeId),
          PortBlock.nextPort());
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

  /** Runs the work as the user of the process. */
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
