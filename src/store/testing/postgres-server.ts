import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Debian's packages; each major version has a folder. */
const PACKAGES = '/usr/lib/postgresql';
const STARTS_WITHIN_MS = 30_000;
/** Of the user `nobody`, as PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

/** The folder of the newest installed PostgreSQL's programs. @throws Error with what to install */
function programs(): string {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES) : [];
  const newest = versions.map(Number).toSorted((a, b) => b - a)[0];
  if (newest === undefined) {
    throw new Error('These tests need PostgreSQL (Debian: apt-get install postgresql).');
  }
  return `${PACKAGES}/${newest}/bin`;
}

/**
 * Starts a PostgreSQL of its own, which takes connections at a socket in its folder. It ends with this process,
 * however that ends, and its folder is removed.
 *
 * @returns the folder, as `pg` takes it for a host; anyone on this machine who can read it is the user `gridhelm`
 */
export async function startPostgres(): Promise<string> {
  const bin = programs();
  // Not in the folder of the test run, which only its owner can enter.
  const folder = mkdtempSync(
    existsSync('/dev/shm') ? '/dev/shm/gridhelm-pg-' : '/tmp/gridhelm-pg-',
  );
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (asNobody.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const common = { cwd: folder, stdio: 'ignore', ...asNobody } as const;
  const data = `${folder}/data`;
  execFileSync(
    `${bin}/initdb`,
    ['-D', data, '-U', 'gridhelm', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    common,
  );
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=500',
    // Each copy lives for one test: its tables need no cleaning.
    'autovacuum=off',
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  // The shell waits for the end of its input, which comes with the end of this process.
  const script = `"$0" "$@" & cat >/dev/null; kill -QUIT $(head -n 1 '${data}/postmaster.pid'); wait; rm -rf '${folder}'`;
  const child = spawn('/bin/sh', ['-c', script, `${bin}/postgres`, ...args], {
    ...common,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  child.stdin.on('error', () => {});
  const isReady = () => spawnSync(`${bin}/pg_isready`, ['-q', '-h', folder]).status === 0;
  for (const from = Date.now(); !isReady(); await wait(50)) {
    if (Date.now() - from > STARTS_WITHIN_MS) throw new Error('PostgreSQL did not start.');
  }
  return folder;
}

/** Ends a PostgreSQL as a power cut does, and starts it again. @param folder as `startPostgres` returned it */
export function restartPostgres(folder: string): Promise<void> {
  const args = ['restart', '-m', 'immediate', '-w', '-D', `${folder}/data`];
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  return new Promise((resolve, reject) => {
    const child = spawn(`${programs()}/pg_ctl`, args, {
      cwd: folder,
      stdio: 'ignore',
      ...asNobody,
    });
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL did not restart: ${code}`));
    });
  });
}
