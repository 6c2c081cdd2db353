import { defineConfig } from '@playwright/test';

/**
 * Browser tests on the built app (`npm run test:e2e` builds it and names the browser). Each file of
 * tests has its own Gridhelm on free ports with a data folder of its own: see e2e/support.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: '.config/browser-test-setup.ts',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  // One waits for a device or an answer now and then: three keep two cores busy.
  workers: 3,
  fullyParallel: false,
  // Once more, in a new page on a new Gridhelm: `npm test` names what passes only then as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    // Tracing slows every step: `--trace retain-on-failure` on the command line asks for it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
