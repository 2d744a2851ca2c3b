// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.recon.ReconConfigKeys;

/**
 * The host names under which Recon accepts writes, as a protection against DNS rebinding. IP addresses and names
 * without a dot are always accepted.
 */
final class AllowedHosts {
  static final String MORE = "ozone.recon.om.range.compaction.host.names";

  private static final List<String> CONFIGURED = Arrays.asList(ReconConfigKeys.OZONE_RECON_HTTP_ADDRESS_KEY,
      ReconConfigKeys.OZONE_RECON_HTTPS_ADDRESS_KEY, ReconConfigKeys.OZONE_RECON_ADDRESS_KEY);
  private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}([.]\\d{1,3}){3}|\\[[0-9a-f:.]+(%[a-z0-9._-]+)?]");
  private static final Pattern PORT = Pattern.compile(":\\d*$");

  private final Set<String> names = new HashSet<>();

  AllowedHosts(Collection<String> names) {
    names.forEach(name -> this.names.add(canonical(name)));
    this.names.remove("");
  }

  static AllowedHosts of(OzoneConfiguration conf) {
    Set<String> names = new HashSet<>(conf.getTrimmedStringCollection(MORE));
    CONFIGURED.forEach(key -> names.add(conf.getTrimmed(key, "")));
    names.addAll(LocalHost.NAMES);
    return new AllowedHosts(names);
  }

  /** {@code host} is the value of the Host header, with or without a port; can be null. */
  boolean has(String host) {
    if (host == null || host.isEmpty()) {
      return false;
    }
    String name = canonical(host);
    // DNS rebinding needs a name in the attacker's own domain, which contains a dot.
    return ADDRESS.matcher(name).matches() || name.indexOf('.') < 0 && name.matches("[a-z0-9_-]+")
        || names.contains(name);
  }

  private static String canonical(String host) {
    String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /** The names of this host. They are resolved only once, because a name server can be slow. */
  private static final class LocalHost {
    private static final Set<String> NAMES = names();

    private static Set<String> names() {
      Set<String> names = new HashSet<>();
      try {
        InetAddress here = InetAddress.getLocalHost();
        names.add(here.getHostName());
        names.add(here.getCanonicalHostName());
      } catch (UnknownHostException e) {
        // This host has no name that can be resolved. Its address is always accepted.
      }
      return names;
    }
  }
}
