// `npm run test:long`: the random tests of dispatch, also from two processes, and of shares of sessions in their long form.
// `npm run test:changed`: unit, web and browser tests of what differs from origin/main (or the ref given).
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled, requireNode, runBin } from './prepare.mjs';

const [kind, ref = 'origin/main'] = process.argv.slice(2);

/**
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function vitest(args, env = {}) {
  return runBin('vitest', ['run', '--config', '.config/vitest.config.ts', ...args], { env });
}

requireNode();
ensureInstalled();
await ensureBuilt();
if (kind === 'long') {
  const sizes = {
    LIAR_DISPATCHES: '300',
    LIAR_KILLS: '60',
    LEDGER_ROUNDS: '75',
    SLICES_TIMES: '20',
    PAIRS_DISPATCHES: '1000',
    PAIRS_KILLS: '100',
  };
  process.exitCode = vitest(
    [
      '--project',
      'unit',
      '--project',
      'integration',
      'liar',
      'ledger-kill',
      'slices',
      'two-processes',
    ],
    sizes,
  );
} else {
  const projects = ['--project', 'unit', '--project', 'web', '--changed', ref];
  const units = vitest([...projects, '--passWithNoTests']);
  const pages = runBin('playwright', ['test', `--only-changed=${ref}`, '--pass-with-no-tests'], {
    env: { CHROMIUM_PATH: await ensureBrowser() },
  });
  process.exitCode = units === 0 ? pages : units;
}
