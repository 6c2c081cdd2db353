import { statSync } from 'node:fs';
import path from 'node:path';
import { z } from '../contract/zod.ts';
import { isLoopback } from '../lib/loopback.ts';
import type { SettingReader } from './setting-reader.ts';
import { STREETS_PATH } from './streets.ts';

/** Map tiles: an https address with {z}, {x} and {y}, or a path on the console's own origin. */
const Tiles = z
  .string()
  .max(500)
  .refine((text) => ['{z}', '{x}', '{y}'].every((part) => text.split(part).length === 2))
  .refine((text) => {
    const own = /^\/(?![/\\])/.test(text);
    const filled = text.replaceAll(/\{[zxyr]\}/g, '0');
    if (/[{}<>"'\s;,]/.test(filled)) return false;
    if (own) return true;
    if (!URL.canParse(filled)) return false;
    const url = new URL(filled);
    const safe =
      url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
    // Tile coordinates may only be in the path, so that the origin of all tiles is known.
    return (
      safe && url.username === '' && url.password === '' && !/[{}]/.test(text.split('/')[2] ?? '')
    );
  });

/** A file of vector tiles, by its name or its address. */
const STREETS_FILE = /\.pmtiles(?:[?#].*)?$/;
const STREETS_ATTRIBUTION = '© OpenStreetMap contributors · Protomaps';

/** An https address of a .pmtiles file, or one on this computer that can be read. */
const Streets = z
  .string()
  .max(500)
  .refine((text) => {
    if (!URL.canParse(text)) return statSync(text, { throwIfNoEntry: false })?.isFile() ?? false;
    if (/[{}<>"'\s;,]/.test(text)) return false;
    const { protocol, hostname, username, password } = new URL(text);
    const safe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
    return safe && username === '' && password === '';
  });

/** What is drawn under the map. */
interface BasemapConfig {
  /** Tiles instead of the built-in basemap, or null. */
  basemap: { url: string; attribution: string; streets?: true } | null;
  /** The .pmtiles file that the console serves for `basemap`, or null. */
  basemapFile: string | null;
}

/**
 * Reads what is drawn under the map: image tiles, or a .pmtiles file or address.
 * @param publicPath under which browsers reach the console; empty: none
 */
export function readBasemap(reader: SettingReader, publicPath: string): BasemapConfig {
  const expected =
    'expected an address of image tiles such as https://tiles.example.org/{z}/{x}/{y}.png, a path on this origin, or a .pmtiles file or its https address';
  const streets = STREETS_FILE.test(reader.text('BASEMAP_URL') ?? '');
  const url = reader.read('BASEMAP_URL', streets ? Streets : Tiles, null, expected);
  const attribution = reader.read(
    'BASEMAP_ATTRIBUTION',
    z.string().max(200),
    streets ? STREETS_ATTRIBUTION : '',
    'expected at most 200 characters',
  );
  if (url === null) return { basemap: null, basemapFile: null };
  if (!streets) return { basemap: { url, attribution }, basemapFile: null };
  if (URL.canParse(url)) {
    return { basemap: { url, attribution, streets: true }, basemapFile: null };
  }
  return {
    basemap: { url: publicPath + STREETS_PATH, attribution, streets: true },
    basemapFile: path.resolve(url),
  };
}
