// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** A keep-alive connection that sends arbitrary bytes, without a library that would correct them. */
final class RawHttp implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 30_000;

  private final URI server;
  private final String host;
  private Socket socket;
  private InputStream in;

  RawHttp(URI server) {
    this(server, server.getAuthority());
  }

  /** @param host value of the Host header */
  RawHttp(URI server, String host) {
    this.server = server;
    this.host = host;
  }

  /** An answer. */
  record Answer(int status, Map<String, String> headers, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
      String text = text();
      return status + " " + headers + " " + (text.length() > 500 ? text.substring(0, 500) + "..." : text);
    }
  }

  /** @param headers without Host and Content-Length */
  Answer send(String method, byte[] target, Map<String, String> headers, byte[] body) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes((method + " ").getBytes(StandardCharsets.ISO_8859_1));
    request.writeBytes(target);
    StringBuilder head = new StringBuilder(" HTTP/1.1\r\nHost: ").append(host).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (body.length > 0 || method.equals("POST")) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    request.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    request.writeBytes(body);
    try {
      return exchange(request.toByteArray(), method);
    } catch (SocketException | EOFException e) {
      // The server may end a connection between two requests.
      close();
      return exchange(request.toByteArray(), method);
    }
  }

  private Answer exchange(byte[] request, String method) throws IOException {
    if (socket == null) {
      socket = new Socket(server.getHost(), server.getPort());
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
    }
    socket.getOutputStream().write(request);
    socket.getOutputStream().flush();
    int status = Integer.parseInt(line().split(" ")[1]);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(); !line.isEmpty(); line = line()) {
      headers.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 1).trim());
    }
    byte[] body = method.equals("HEAD") || status == 304 ? new byte[0] : body(headers);
    if ("close".equalsIgnoreCase(headers.get("Connection"))) {
      close();
    }
    return new Answer(status, headers, body);
  }

  private byte[] body(Map<String, String> headers) throws IOException {
    if (!"chunked".equalsIgnoreCase(headers.get("Transfer-Encoding"))) {
      return in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
      body.writeBytes(in.readNBytes(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.close();
      socket = null;
    }
  }
}
