import { ensureBrowser } from './browser.mjs';
import { root } from './prepare.mjs';
import { runProgram } from './program.mjs';

await runProgram('bench', async () => {
  process.chdir(root);
  // Only the directory is measured in a browser.
  if (['--tracking', '--reports', '--fleet', '--proxy'].some((part) => process.argv.includes(part)))
    return;
  process.env.CHROMIUM_PATH = await ensureBrowser();
});
