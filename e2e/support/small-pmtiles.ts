/** A field of a protocol buffer that holds bytes. */
function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), content]);
}

/** A tile whose whole area is land: one square in the layer `earth`, 4096 steps wide. */
function landTile(): Buffer {
  const square = Buffer.from([9, 0, 0, 26, 0x80, 0x40, 0, 0, 0x80, 0x40, 0xff, 0x3f, 0, 15]);
  const feature = Buffer.concat([
    field(2, Buffer.from([0, 0])),
    Buffer.from([(3 << 3) | 0, 3]),
    field(4, square),
  ]);
  const layer = Buffer.concat([
    Buffer.from([(15 << 3) | 0, 2]),
    field(1, Buffer.from('earth')),
    field(2, feature),
    field(3, Buffer.from('kind')),
    field(4, field(1, Buffer.from('earth'))),
    Buffer.from([(5 << 3) | 0, 0x80, 0x20]),
  ]);
  return field(3, layer);
}

/** A .pmtiles file, version 3, with the single tile of zoom 0, not compressed. */
export function smallPmtiles(): Buffer {
  const tile = landTile();
  const header = Buffer.alloc(127);
  const directory = Buffer.from([1, 0, 1, tile.length, 1]);
  const metadata = Buffer.from('{}');
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  const [rootAt, metadataAt] = [127, 127 + directory.length];
  const tilesAt = metadataAt + metadata.length;
  const numbers = [
    [rootAt, directory.length],
    [metadataAt, metadata.length],
    [tilesAt, 0],
    [tilesAt, tile.length],
    [1, 1],
  ].flat();
  for (const [at, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + at * 8);
  header.writeBigUInt64LE(1n, 88);
  // Clustered; neither directory nor tiles compressed; vector tiles of zoom 0 alone.
  for (const [at, value] of [1, 1, 1, 1, 0, 0].entries()) header.writeUInt8(value, 96 + at);
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) {
    header.writeInt32LE(degrees * 10_000_000, 102 + at * 4);
  }
  return Buffer.concat([header, directory, metadata, tile]);
}
