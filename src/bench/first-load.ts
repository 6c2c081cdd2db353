// What a browser loads before it shows a page, and the byte limits for it.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { z } from '../contract/zod.ts';
import { built } from './programs.ts';

/** The measured pages: their documents, their routes, and the most bytes of compressed JavaScript each may load. */
export const FIRST_LOADS = {
  collectives: {
    document: 'index.html',
    routes: ['_app', '_app.collectives.index'],
    budget: 185_000,
  },
  signIn: { document: 'sign-in.html', routes: [], budget: 113_000 },
} as const;

const Manifest = z.array(
  z.object({
    file: z.string(),
    isEntry: z.boolean(),
    facade: z.string().nullable(),
    imports: z.array(z.string()),
    modules: z.array(z.string()),
  }),
);
type Chunk = z.infer<typeof Manifest>[number];

/** The chunks of a page's first load: the entry, the page's routes, and what those import statically. */
export function firstLoadChunks(page: keyof typeof FIRST_LOADS): Chunk[] {
  const all = Manifest.parse(JSON.parse(readFileSync(built('web-manifest.json'), 'utf8')));
  const { document, routes } = FIRST_LOADS[page];
  const starts = routes.map((name) => `src/web/routes/${name}.tsx?`);
  const chunks = new Set(
    all.filter(
      ({ isEntry, facade }) =>
        (isEntry && facade === document) || starts.some((start) => facade?.startsWith(start)),
    ),
  );
  // Iterating a set also visits what is added on the way.
  for (const { imports } of chunks) {
    for (const chunk of all) if (imports.includes(chunk.file)) chunks.add(chunk);
  }
  return [...chunks];
}

/** Bytes of those chunks at the best brotli quality, whatever the build used. */
export function firstLoadBytes(page: keyof typeof FIRST_LOADS): number {
  return firstLoadChunks(page).reduce(
    (sum, { file }) => sum + brotliCompressSync(readFileSync(built(`web/${file}`))).length,
    0,
  );
}
