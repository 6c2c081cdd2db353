// What every command needs before it can do its work, with nothing but Node itself: the right Node,
// the dependencies that the lockfile names, and an up-to-date build.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Says one line and ends the program.
 * @param {string} line
 * @returns {never}
 */
export function fail(line) {
  console.error(line);
  process.exit(1);
}

/** Ends the program when this Node is older than package.json asks for. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const wanted = engines.node.replace('>=', '');
  /** @param {string} version */
  const number = (version) =>
    version.split('.').reduce((sum, part) => sum * 1000 + Number.parseInt(part, 10), 0);
  if (number(process.versions.node) < number(wanted)) {
    fail(`Gridhelm needs Node ${wanted} or newer; this is Node ${process.versions.node}.`);
  }
}

/** Whether node_modules holds what the lockfile says. */
function isInstalled() {
  const installedFile = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([name, entry]) =>
      name === '' ||
      (installed[name] === undefined
        ? entry.optional === true
        : installed[name].version === entry.version),
  );
}

/** Installs the dependencies if they are missing or differ from the lockfile. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing dependencies (npm ci) …');
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    fail('The dependencies could not be installed: see what npm says above.');
  }
}

/**
 * The path of a program of node_modules.
 * @param {string} name
 */
export function binOf(name) {
  return path.join(root, 'node_modules', '.bin', name);
}

/**
 * Runs a program of node_modules, which prints as it goes.
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [env] settings beside those of this program
 * @returns {Promise<number>} its exit code
 */
export function runBin(name, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(binOf(name), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, ...env },
    });
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

const INPUTS = ['src', 'public', 'index.html', 'vite.config.ts', '.config', 'package-lock.json'];

/** @param {string} entry below the root */
function filesBelow(entry) {
  const full = path.join(root, entry);
  if (!existsSync(full)) return [];
  const listing = readdirSync(path.dirname(full), { withFileTypes: true });
  if (listing.find((item) => item.name === path.basename(full))?.isFile()) return [full];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && !/\.test\.tsx?$/.test(item.name))
    .map((item) => path.join(item.parentPath, item.name));
}

function inputsHash() {
  const hash = createHash('sha256').update(process.env.GRIDHELM_RELEASE ?? '');
  for (const file of INPUTS.flatMap(filesBelow).toSorted()) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const built = path.join(root, 'dist', 'inputs.sha256');

/** @param {string} config @returns {Promise<number>} its exit code */
function build(config) {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return new Promise((resolve) => {
    const args = [vite, 'build', '--config', config, '--logLevel', 'warn'];
    spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    }).on('close', (code) => resolve(code ?? 1));
  });
}

/** Builds console and server, side by side, if their sources changed since the last build. */
export async function ensureBuilt() {
  const hash = inputsHash();
  if (existsSync(built) && readFileSync(built, 'utf8') === hash) return;
  console.log('Building …');
  const started = performance.now();
  const codes = await Promise.all(['vite.config.ts', '.config/vite.server.config.ts'].map(build));
  if (codes.some((code) => code !== 0)) fail('The build failed: see above.');
  mkdirSync(path.dirname(built), { recursive: true });
  writeFileSync(built, hash);
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
