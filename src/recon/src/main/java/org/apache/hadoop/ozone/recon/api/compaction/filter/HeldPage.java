// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;

/** A response whose body is held back until it is complete. */
final class HeldPage extends HttpServletResponseWrapper {
  private static final String LENGTH = "Content-Length";

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final ServletOutputStream stream = new Held();
  private PrintWriter writer;

  HeldPage(HttpServletResponse response) {
    super(response);
  }

  /** Sends the body, with the script added if it is Recon's page. */
  void release() throws IOException {
    if (writer != null) {
      writer.flush();
    }
    byte[] page = body.toByteArray();
    boolean html = getStatus() == HttpServletResponse.SC_OK && getContentType() != null
        && getContentType().startsWith("text/html") && getHeader("Content-Encoding") == null;
    byte[] shown = html ? NavigationTag.insert(page) : page;
    if (shown != page) {
      // These described the file without the script.
      super.setHeader("ETag", null);
      super.setHeader("Last-Modified", null);
    }
    if (!isCommitted() && shown.length > 0) {
      super.setContentLength(shown.length);
      super.getOutputStream().write(shown);
    }
  }

  @Override
  public ServletOutputStream getOutputStream() {
    return stream;
  }

  @Override
  public PrintWriter getWriter() throws IOException {
    if (writer == null) {
      writer = new PrintWriter(new OutputStreamWriter(stream, getCharacterEncoding()));
    }
    return writer;
  }

  @Override
  public void flushBuffer() {
    // Done in release().
  }

  @Override
  public void setContentLength(int length) {
    // Known in release().
  }

  @Override
  public void setContentLengthLong(long length) {
    // Known in release().
  }

  @Override
  public void setHeader(String name, String value) {
    if (!LENGTH.equalsIgnoreCase(name)) {
      super.setHeader(name, value);
    }
  }

  @Override
  public void addHeader(String name, String value) {
    if (!LENGTH.equalsIgnoreCase(name)) {
      super.addHeader(name, value);
    }
  }

  private final class Held extends ServletOutputStream {
    @Override
    public void write(int b) {
      body.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      body.write(bytes, offset, length);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new IllegalStateException("Recon's page is written at once");
    }
  }
}
