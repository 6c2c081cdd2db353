import path from 'node:path';
import { build } from 'vite';

const root = new URL('..', import.meta.url).pathname;

/**
 * Builds the thread of reports for tests, as the server's build does: this Node runs no TypeScript. It lies beside the
 * packages that it loads.
 */
export default async function buildTestWorker(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    publicDir: false,
    ssr: { external: ['libsql'], noExternal: true },
    build: {
      ssr: path.join(root, 'src/operations/reports/report-worker.ts'),
      outDir: path.join(root, 'node_modules/.cache/gridhelm-tests'),
      // Another run of tests may be starting its own.
      emptyOutDir: false,
      target: 'node20',
    },
  });
}
