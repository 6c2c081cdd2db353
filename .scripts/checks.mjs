import { spawn } from 'node:child_process';
import { binOf, root } from './prepare.mjs';

/** @type {{ title: string, bin: string, args: string[] }[]} */
const CHECKS = [
  { title: 'format', bin: 'oxfmt', args: ['--check'] },
  // The linter's types are those of the compiler: one program finds what both would, in two thirds of the time.
  {
    title: 'lint and types',
    bin: 'oxlint',
    args: ['--type-aware', '--type-check', '--deny-warnings'],
  },
  { title: 'dead code', bin: 'knip', args: ['--config', '.config/knip.json', '--no-progress'] },
];

/**
 * Runs a program beside others; what it prints is kept, so that their lines do not mix.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, code: number, output: string, seconds: string }>}
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
    /** @param {number} code */
    const end = (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      resolve({ ok: code === 0, code, output, seconds });
    };
    child.once('error', () => end(1));
    child.once('close', (code) => end(code ?? 1));
  });
}

/**
 * Runs format, lint, types and dead-code checks side by side.
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} with the titles of those that failed
 */
export async function runChecks() {
  const results = await Promise.all(
    CHECKS.map(async ({ title, bin, args }) => {
      const { ok, output, seconds } = await runBeside(binOf(bin), args);
      if (!ok) process.stderr.write(output);
      console.log(`${ok ? 'ok' : 'FAILED'}  ${title} (${seconds} s)`);
      return ok ? [] : [title];
    }),
  );
  const failures = results.flat();
  return { passed: results.length - failures.length, failed: failures.length, failures };
}
