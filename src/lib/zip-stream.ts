import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its content is streamed. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

/** Larger sizes need another archive format. */
const MOST = 0xffff_ffff;
/** Sizes and checksum follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** 1 January 1980: the same content gives the same archive. */
const DATE = 0x0021;

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const after = Buffer.alloc(16);
  after.writeUInt32LE(0x0807_4b50, 0);
  after.writeUInt32LE(crc, 4);
  after.writeUInt32LE(packed, 8);
  after.writeUInt32LE(size, 12);
  return after;
}

function centralHeader({ name, crc, packed, size, offset }: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATE, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

function ending(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Compresses one content; buffers stay small however large it is. */
async function* pack(content: ZipEntry['content'], written: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const feed = async () => {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      written.crc = crc32(bytes, written.crc);
      written.size += bytes.length;
      if (!deflate.write(bytes)) await once(deflate, 'drain');
    }
    deflate.end();
  };
  feed().catch((error: unknown) => {
    deflate.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const part of deflate) {
      if (!Buffer.isBuffer(part)) continue;
      written.packed += part.length;
      yield part;
    }
  } finally {
    deflate.destroy();
  }
}

/**
 * Streams a ZIP archive without holding any of its files.
 * @throws RangeError if a file or the archive is larger than 4 GB
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const all: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const header = localHeader(written.name);
    yield header;
    yield* pack(content, written);
    offset += header.length + written.packed + 16;
    if (offset > MOST || written.size > MOST) throw new RangeError('larger than 4 GB');
    yield descriptor(written);
    all.push(written);
  }
  const central = Buffer.concat(all.map(centralHeader));
  yield central;
  yield ending(all.length, central.length, offset);
}
