import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

/** Tests that mostly wait: for a lease to run out, a killed console to come back, a clock. They use half a core together. */
const PATIENT = [
  'e2e/integration/fleet-kill.test.ts',
  'e2e/integration/killed-process.test.ts',
  'e2e/integration/ledger-kill.test.ts',
  'e2e/integration/liar.test.ts',
  'e2e/integration/postgres-restart.test.ts',
  'e2e/integration/two-processes.test.ts',
  'src/operations/fleet/reads/faulty-service.integration.test.ts',
  'src/server/database-away.test.ts',
];

export default defineConfig({
  root,
  test: {
    // A third one would load all modules once more; when one of them waits, those that `npm test` runs beside go on.
    maxWorkers: 2,
    globalSetup: ['.config/test-folder.ts', '.config/test-worker.ts'],
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          exclude: [
            ...PATIENT,
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
            'src/operations/fleet/{energy,offboarding,picture}/**/*.test.ts',
            'src/store/processes.test.ts',
            'src/operations/{audit,dispatch,jobs,live,retention}/**/*.test.ts',
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
          testTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          include: ['src/**/*.integration.test.ts', 'e2e/integration/**/*.test.ts'],
          exclude: PATIENT,
          environment: 'node',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          // `npm test` runs these beside all others.
          name: 'patient',
          include: PATIENT,
          environment: 'node',
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
