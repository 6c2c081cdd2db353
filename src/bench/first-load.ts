// What a browser loads before it shows the Collectives.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { z } from '../contract/zod.ts';
import { built } from './programs.ts';

/** Most bytes of compressed JavaScript of that first load. */
export const FIRST_LOAD_BUDGET = 255_000;

/** The document, the frame and the page. */
const STARTS = [
  'index.html',
  'src/web/features/frame/app-frame.tsx',
  'src/web/features/directory/collectives-page.tsx',
];

/** As Vite writes it. */
const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** The scripts of the first load of the Collectives: entry, its routes, and what those import statically. */
export function firstLoadFiles(): string[] {
  const manifest = Manifest.parse(
    JSON.parse(readFileSync(built('web/.vite/manifest.json'), 'utf8')),
  );
  const names = new Set(STARTS);
  // Iterating a set also visits what is added on the way.
  for (const name of names) for (const each of manifest[name]?.imports ?? []) names.add(each);
  return [...new Set([...names].flatMap((name) => manifest[name]?.file ?? []))];
}

/** Bytes of those scripts at the best brotli quality, whatever the build used. */
export function firstLoadBytes(): number {
  return firstLoadFiles().reduce(
    (sum, file) => sum + brotliCompressSync(readFileSync(built(`web/${file}`))).length,
    0,
  );
}
