import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';
import { fail } from './prepare.mjs';

/** Chromium without the browser's own window and menus: each page takes half of the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A page without any font cannot be checked for contrast. */
const PACKAGES = ['chromium-headless-shell', 'fonts-liberation'];

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, Playwright's or Debian's headless shell,
 * which is installed now if possible, or any Chromium of the system. Ends the program if there is none.
 */
export async function ensureBrowser() {
  const { chromium } = await import('@playwright/test');
  /** @param {(string | undefined)[]} paths */
  const findIn = (paths) => paths.find((file) => file !== undefined && existsSync(file));
  const lightest = [process.env.CHROMIUM_PATH, chromium.executablePath(), HEADLESS_SHELL];
  const found = findIn(lightest);
  if (found !== undefined) return found;
  await installPackages('a browser', PACKAGES);
  return (
    findIn([HEADLESS_SHELL, ...CHROMIUM]) ??
    fail(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to its program.',
    )
  );
}
