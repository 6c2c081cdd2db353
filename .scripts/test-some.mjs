// `npm run test:long`: the random tests of dispatch, on both databases and from two processes, and of shares of sessions in
// their long form.
// `npm run test:changed`: unit, web and browser tests of what differs from origin/main (or the ref given).
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled, requireNode, runBin } from './prepare.mjs';

const [kind, ref = 'origin/main'] = process.argv.slice(2);

/**
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function vitest(args, env = {}) {
  return runBin('vitest', ['run', '--config', '.config/vitest.config.ts', ...args], env);
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
    MIXED_KILLS: '200',
    STRANGE_RUNS: '1000',
  };
  const both = ['--project', 'patient', 'liar', 'ledger-kill'];
  const first = await vitest(
    ['--project', 'unit', ...both, 'slices', 'two-processes', 'killed-process', 'strange-requests'],
    sizes,
  );
  const second = await vitest(both, { ...sizes, TEST_STORE: 'postgres' });
  process.exitCode = first === 0 ? second : first;
} else {
  const projects = ['--project', 'unit', '--project', 'web', '--changed', ref];
  const units = await vitest([...projects, '--passWithNoTests']);
  const args = ['test', `--only-changed=${ref}`, '--pass-with-no-tests'];
  const pages = await runBin('playwright', args, { CHROMIUM_PATH: await ensureBrowser() });
  process.exitCode = units === 0 ? pages : units;
}
