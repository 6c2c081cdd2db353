import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './prepare.mjs';

/** @type {{ title: string, bin: string, args: string[] }[]} */
const CHECKS = [
  { title: 'format', bin: 'oxfmt', args: ['--check'] },
  { title: 'lint', bin: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { title: 'types', bin: 'tsc', args: ['--noEmit'] },
  { title: 'types of scripts', bin: 'tsc', args: ['--project', '.scripts'] },
  { title: 'dead code', bin: 'knip', args: ['--config', '.config/knip.json', '--no-progress'] },
];

/**
 * Runs a program beside others; what it prints is kept, so that their lines do not mix.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string, seconds: string }>}
 */
export function runBeside(file, args) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    /** @param {boolean} ok */
    const end = (ok) => {
      resolve({ ok, output, seconds: ((Date.now() - started) / 1000).toFixed(1) });
    };
    child.once('error', () => end(false));
    child.once('close', (code) => end(code === 0));
  });
}

/**
 * Runs format, lint, types and dead-code checks side by side.
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} with the titles of those that failed
 */
export async function runChecks() {
  const results = await Promise.all(
    CHECKS.map(async ({ title, bin, args }) => {
      const file = path.join(root, 'node_modules', '.bin', bin);
      const { ok, output, seconds } = await runBeside(file, args);
      if (!ok) process.stderr.write(output);
      console.log(`${ok ? 'ok' : 'FAILED'}  ${title} (${seconds} s)`);
      return ok ? [] : [title];
    }),
  );
  const failures = results.flat();
  return { passed: results.length - failures.length, failed: failures.length, failures };
}
