import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const CACHE = path.join('node_modules', '.cache', 'gridhelm', 'twins');
/** Full effort makes files about a tenth smaller and takes many times as long. */
const EFFORTS = process.env['GRIDHELM_RELEASE'] === '1' ? { br: 11, gz: 9 } : { br: 5, gz: 6 };

const TWINS = {
  br: (content: Buffer, effort: number) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } }),
  gz: (content: Buffer, level: number) => promisify(gzip)(content, { level }),
} as const;

/** The compressed content, made once for each content and effort. @returns it and its name in the cache */
async function compressed(content: Buffer, kind: keyof typeof TWINS) {
  const hash = createHash('sha256').update(content).digest('hex');
  const name = `${hash}.${EFFORTS[kind]}.${kind}`;
  const kept = path.join(CACHE, name);
  const held = await readFile(kept).catch(() => null);
  if (held !== null) return { name, twin: held };
  const twin = await TWINS[kind](content, EFFORTS[kind]);
  // An interrupted build must leave no half file; and files of the same content are made at once.
  const part = `${kept}.${randomUUID()}`;
  await writeFile(part, twin);
  await rename(part, kept);
  return { name, twin };
}

/** Puts compressed twins beside the text files of the built page; the server sends them instead. */
export function compressedTwins(): Plugin {
  return {
    name: 'compressed-twins',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir = '.' }) {
        await mkdir(CACHE, { recursive: true });
        const entries = await readdir(dir, { recursive: true, withFileTypes: true });
        const used = await Promise.all(
          entries
            .filter((entry) => entry.isFile() && /\.(?:js|css|html|svg|json)$/.test(entry.name))
            .flatMap((entry) =>
              (['br', 'gz'] as const).map(async (kind) => {
                const file = path.join(entry.parentPath, entry.name);
                const { name, twin } = await compressed(await readFile(file), kind);
                await writeFile(`${file}.${kind}`, twin);
                return name;
              }),
            ),
        );
        const kept = new Set(used);
        const old = (await readdir(CACHE)).filter((name) => !kept.has(name));
        await Promise.all(old.map((name) => rm(path.join(CACHE, name), { force: true })));
      },
    },
  };
}
