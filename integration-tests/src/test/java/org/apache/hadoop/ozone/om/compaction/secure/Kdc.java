// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.secure;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.util.KerberosName;

/** A Kerberos realm on this host: issues tickets and writes keytabs. From its start on, this JVM belongs to it. */
final class Kdc implements AutoCloseable {
  static final String REALM = "EXAMPLE.COM";

  private final MiniKdc kdc;
  private final Path keytabs;

  private Kdc(MiniKdc kdc, Path keytabs) {
    this.kdc = kdc;
    this.keytabs = keytabs;
  }

  /** @param conf holds the mapping of principals to user names */
  static Kdc start(Path directory, Configuration conf) throws Exception {
    Path keytabs = Files.createDirectories(directory.toAbsolutePath());
    Properties settings = MiniKdc.createConf();
    settings.setProperty(MiniKdc.MIN_TICKET_LIFETIME, "1");
    MiniKdc kdc = new MiniKdc(settings, keytabs.toFile());
    kdc.start();
    KerberosName.resetDefaultRealm();
    UserGroupInformation.setConfiguration(conf);
    return new Kdc(kdc, keytabs);
  }

  /** Creates principals, given without the realm, and a keytab with their keys. */
  Path keytab(String name, String... principals) throws Exception {
    File keytab = keytabs.resolve(name + ".keytab").toFile();
    kdc.createPrincipal(keytab, principals);
    return keytab.toPath();
  }

  /** Logs a principal in, in addition to others. */
  static UserGroupInformation login(String principal, Path keytab) throws Exception {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal + "@" + REALM, keytab.toString());
  }

  /** Logs a principal in with a ticket that expires soon. Tickets renewed with its keytab have the usual lifetime. */
  UserGroupInformation loginForSeconds(String principal, Path keytab, int seconds) throws Exception {
    Path krb5 = kdc.getKrb5conf().toPath();
    String settings = Files.readString(krb5);
    Files.writeString(krb5, settings.replace("[libdefaults]", "[libdefaults]\n  ticket_lifetime = " + seconds + "s"));
    try {
      return login(principal, keytab);
    } finally {
      Files.writeString(krb5, settings);
      // Java reads the file at every login.
      login(principal, keytab);
    }
  }

  @Override
  public void close() {
    kdc.stop();
  }
}
