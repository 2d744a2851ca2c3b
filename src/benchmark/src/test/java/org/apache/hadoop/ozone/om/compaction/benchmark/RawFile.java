// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.xerial.snappy.Snappy;

/**
 * Reads all entries of an SST file (a block-based table of RocksDB 7.7.3), including tombstones, without RocksDB, as a
 * reference for counts.
 */
final class RawFile {
  private static final int FOOTER_BYTES = 53;
  private static final long MAGIC = 0x88e241b785f4cff7L;
  private static final int TYPE_OF_BLOCK = 1;
  private static final int NOT_COMPRESSED = 0;
  private static final int SNAPPY = 1;
  private static final int TYPE_AND_SEQUENCE_BYTES = 8;
  private static final int DELETION = 0;
  private static final int SINGLE_DELETION = 7;

  private final FileChannel file;
  private final Entries entries;
  private byte[] key = new byte[256];

  private RawFile(FileChannel file, Entries entries) {
    this.file = file;
    this.entries = entries;
  }

  /** Called for each entry of a file. */
  interface Entries {
    /** @param key as the table has it */
    void entry(byte[] key, boolean isTombstone);
  }

  /** @throws IOException also if the file is of another format */
  static void read(Path path, Entries entries) throws IOException {
    try (FileChannel file = FileChannel.open(path)) {
      new RawFile(file, entries).read();
    }
  }

  private void read() throws IOException {
    ByteBuffer footer = bytes(file.size() - FOOTER_BYTES, FOOTER_BYTES);
    if (footer.getLong(FOOTER_BYTES - Long.BYTES) != MAGIC) {
      throw new IOException("No block-based table");
    }
    // After the type of checksum come the positions of the metaindex block and of the index.
    footer.position(1);
    varint(footer);
    varint(footer);
    ByteBuffer index = block(varint(footer), varint(footer));
    while (index.hasRemaining()) {
      // A key that shares nothing with the one before it, without the length of the value.
      varint(index);
      index.position(Math.toIntExact(varint(index)) + index.position());
      data(block(varint(index), varint(index)));
    }
  }

  private void data(ByteBuffer block) {
    while (block.hasRemaining()) {
      int shared = Math.toIntExact(varint(block));
      int own = Math.toIntExact(varint(block));
      int value = Math.toIntExact(varint(block));
      int length = shared + own;
      if (length > key.length) {
        key = Arrays.copyOf(key, 2 * length);
      }
      block.get(key, shared, own);
      block.position(block.position() + value);
      int type = key[length - TYPE_AND_SEQUENCE_BYTES];
      entries.entry(Arrays.copyOf(key, length - TYPE_AND_SEQUENCE_BYTES), type == DELETION || type == SINGLE_DELETION);
    }
  }

  /** @return entries without the restart points */
  private ByteBuffer block(long offset, long size) throws IOException {
    ByteBuffer stored = bytes(offset, Math.toIntExact(size) + TYPE_OF_BLOCK);
    int compression = stored.get((int) size);
    ByteBuffer block = switch (compression) {
      case NOT_COMPRESSED -> stored.limit((int) size);
      case SNAPPY -> ByteBuffer.wrap(Snappy.uncompress(Arrays.copyOf(stored.array(), (int) size)))
          .order(ByteOrder.LITTLE_ENDIAN);
      default -> throw new IOException("A block is compressed by method " + compression);
    };
    int places = block.getInt(block.limit() - Integer.BYTES);
    return block.limit(block.limit() - Integer.BYTES * (1 + places));
  }

  private ByteBuffer bytes(long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, offset + bytes.position()) < 0) {
        throw new IOException("The file ends too early");
      }
    }
    return bytes.flip();
  }

  private static long varint(ByteBuffer bytes) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
