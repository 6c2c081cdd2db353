import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { unusedParts } from '../../.config/unused-parts.ts';
import { z } from '../../src/contract/zod.ts';
import { PARSED } from '../support/parsed-samples.ts';

test('schemas of the page parse like those of the server, without the rest of zod', async () => {
  const outDir = await mkdtemp(path.join(tmpdir(), 'parts-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [unusedParts()],
      build: {
        outDir,
        minify: false,
        lib: { entry: 'e2e/support/parsed-samples.ts', formats: ['es'], fileName: 'parsed' },
      },
    });
    const file = path.join(outDir, 'parsed.js');
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(/processJSONSchema|stringProcessor|class \$ZodCyclicError/);
    const page = z.object({ PARSED: z.unknown() }).parse(await import(pathToFileURL(file).href));
    expect(page.PARSED).toEqual(PARSED);
    const found = PARSED.flatMap(({ results }) => results).filter((result) => result !== null);
    expect(found.length).toBeGreaterThan(1000);
  } finally {
    await rm(outDir, { recursive: true });
  }
});
