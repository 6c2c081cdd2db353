import { existsSync } from 'node:fs';
import { runBeside } from './checks.mjs';
import { fail } from './prepare.mjs';

const DEBIAN = '/usr/bin/chromium';
const SYSTEM = [
  DEBIAN,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A page without any font cannot be checked for contrast. */
const PACKAGES = ['chromium', 'fonts-liberation'];

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, an installed Playwright Chromium, the
 * system's, or one installed from Debian's packages now. Ends the program if there is none.
 */
export async function ensureBrowser() {
  const { chromium } = await import('@playwright/test');
  const found = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM].find(
    (file) => file !== undefined && file !== '' && existsSync(file),
  );
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (apt-get install chromium) …');
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    await runBeside('apt-get', ['update', '-qq']);
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES];
    const { ok, output } = await runBeside('apt-get', install);
    if (!ok) console.error(output);
    if (existsSync(DEBIAN)) return DEBIAN;
  }
  return fail(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.',
  );
}
