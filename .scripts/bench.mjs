import { ensureBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
process.chdir(root);
// Only the directory is measured in a browser.
const isWithoutBrowser = ['--tracking', '--reports'].some((part) => process.argv.includes(part));
if (!isWithoutBrowser) process.env.CHROMIUM_PATH = await ensureBrowser();
await import('../dist/server/bench.js');
