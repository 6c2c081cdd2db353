/** The thread of reports as `.config/test-worker.ts` builds it for tests. */
export const TEST_WORKER = new URL(
  '../../../../node_modules/.cache/gridhelm-tests/report-worker.js',
  import.meta.url,
);
