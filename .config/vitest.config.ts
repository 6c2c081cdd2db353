import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    // Those of `web` and `integration` often wait, for a timer, a console or a lease: three of them keep two cores busy.
    maxWorkers: 2,
    globalSetup: '.config/test-folder.ts',
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          exclude: [
            'src/**/*.integration.test.ts',
            'src/web/**',
            // On PostgreSQL only.
            'src/operations/dispatch/send/other-processes.test.ts',
          ],
          environment: 'node',
          // Loading modules again for each file took half of the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          // The same tests of the store and of what writes it, on PostgreSQL.
          name: 'postgres',
          env: { TEST_STORE: 'postgres' },
          include: [
            'src/access/provider-sign-in-http.test.ts',
            'src/operations/fleet/last-known.test.ts',
            'src/store/processes.test.ts',
            'src/operations/{audit,dispatch,jobs,live}/**/*.test.ts',
          ],
          environment: 'node',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'web',
          include: ['src/web/**/*.test.ts', 'src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['src/web/testing/set-up.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          include: ['src/**/*.integration.test.ts', 'e2e/integration/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
