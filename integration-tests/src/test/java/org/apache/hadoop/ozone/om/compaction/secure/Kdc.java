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

/** A realm of its own on this host: issues tickets and writes keytabs. From its start on, this JVM is in that realm. */
final class Kdc implements AutoCloseable {
  static final String REALM = "EXAMPLE.COM";

  private final MiniKdc kdc;
  private final Path keytabs;

  private Kdc(MiniKdc kdc, Path keytabs) {
    this.kdc = kdc;
    this.keytabs = keytabs;
  }

  /** @param conf says how this JVM makes user names of principals */
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

  /** Makes principals of the realm, given without it, and a keytab that holds their keys. */
  Path keytab(String name, String... principals) throws Exception {
    File keytab = keytabs.resolve(name + ".keytab").toFile();
    kdc.createPrincipal(keytab, principals);
    return keytab.toPath();
  }

  /** Logs a principal in, beside the others that are logged in. */
  static UserGroupInformation login(String principal, Path keytab) throws Exception {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal + "@" + REALM, keytab.toString());
  }

  /** Logs a principal in whose ticket runs out soon. What it gets later, with its keytab, lives as long as any. */
  UserGroupInformation loginForSeconds(String principal, Path keytab, int seconds) throws Exception {
    Path krb5 = kdc.getKrb5conf().toPath();
    String settings = Files.readString(krb5);
    Files.writeString(krb5, settings.replace("[libdefaults]", "[libdefaults]\n  ticket_lifetime = " + seconds + "s"));
    try {
      return login(principal, keytab);
    } finally {
      Files.writeString(krb5, settings);
      // Java reads the file whenever somebody logs in.
      login(principal, keytab);
    }
  }

  @Override
  public void close() {
    kdc.stop();
  }
}
