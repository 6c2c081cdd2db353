import { defineConfig } from 'vite';

const root = new URL('..', import.meta.url).pathname;

/** The server programs, bundled for Node; their dependencies stay in node_modules. */
export default defineConfig({
  root,
  publicDir: false,
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
        conformance: 'src/service/conformance/main.ts',
        'world-from-csv': 'src/service/world-from-csv.ts',
        'audit-verify': 'src/bff/programs/audit-verify.ts',
        backup: 'src/bff/programs/backup.ts',
        restore: 'src/bff/programs/restore.ts',
        'password-reset': 'src/bff/programs/password-reset.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
