// Everything with hot reload: Vite serves the console and passes API requests on to the server,
// which is bundled again and restarted whenever one of its files changes.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs';

requireNode();
ensureInstalled();
await ensureBuilt();

const origin = 'http://127.0.0.1:5173';
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const bundle = path.join(root, 'dist', 'server', 'start.js');

const programs = [
  [vite, 'build', '--config', '.config/vite.server.config.ts', '--watch', '--logLevel', 'warn'],
  ['--watch-path', path.dirname(bundle), '--watch-preserve-output', bundle],
  [vite, '--host', '127.0.0.1', '--port', '5173', '--strictPort'],
].map((args) =>
  spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN ?? origin },
  }),
);

let stopping = false;
/** @param {number} code */
function stop(code) {
  if (stopping) return;
  stopping = true;
  for (const program of programs) program.kill('SIGTERM');
  process.exitCode = code;
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));
for (const program of programs) program.on('exit', (code) => stop(code ?? 1));
