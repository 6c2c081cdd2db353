import { runBin } from './prepare.mjs';

/** @type {{ title: string, bin: string, args: string[] }[]} */
const CHECKS = [
  { title: 'format', bin: 'oxfmt', args: ['--check'] },
  { title: 'lint', bin: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { title: 'types', bin: 'tsc', args: ['--noEmit'] },
  { title: 'types of scripts', bin: 'tsc', args: ['--project', '.scripts'] },
  { title: 'dead code', bin: 'knip', args: ['--config', '.config/knip.json', '--no-progress'] },
];

/** Runs format, lint, types and dead-code checks; returns how many passed and failed. */
export function runChecks() {
  let failed = 0;
  for (const { title, bin, args } of CHECKS) {
    const started = Date.now();
    const ok = runBin(bin, args) === 0;
    if (!ok) failed += 1;
    console.log(
      `${ok ? 'ok' : 'FAILED'}  ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
    );
  }
  return { passed: CHECKS.length - failed, failed };
}
