import { defineConfig } from 'vite';

const root = new URL('..', import.meta.url).pathname;

/** Packages with a part for this machine, which a bundle cannot hold, and the browser of the benchmarks. */
const APART = ['libsql', '@node-rs/argon2', '@playwright/test'];

/** The server programs, bundled for Node with their packages: reading a thousand files of these took longest at a start. */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true, external: APART },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: {
        start: 'src/start.ts',
        service: 'src/service/main.ts',
        conformance: 'src/conformance/main.ts',
        'world-from-csv': 'src/service/world-from-csv.ts',
        'audit-verify': 'src/server/programs/audit-verify.ts',
        backup: 'src/server/programs/backup.ts',
        'directory-export': 'src/server/programs/directory-export.ts',
        'docs-api': 'src/server/programs/docs-api.ts',
        restore: 'src/server/programs/restore.ts',
        'password-reset': 'src/server/programs/password-reset.ts',
        'report-worker': 'src/operations/reports/report-worker.ts',
        bench: 'src/bench/main.ts',
        'bench-load': 'src/bench/load-worker.ts',
        'bench-instant-service': 'src/bench/instant-service.ts',
        'bench-forwarder': 'src/bench/forwarder.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
