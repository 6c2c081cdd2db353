import { existsSync } from 'node:fs';
import { runBeside } from './checks.mjs';

/**
 * Installs Debian's packages where that is possible: by root, on Debian.
 * @param {string} what they are for
 * @param {string[]} packages
 */
export async function installPackages(what, packages) {
  const isDebian = process.platform === 'linux' && existsSync('/usr/bin/apt-get');
  if (!isDebian || process.getuid?.() !== 0) return;
  console.log(`Installing ${what} (apt-get install ${packages.join(' ')}) …`);
  process.env.DEBIAN_FRONTEND = 'noninteractive';
  await runBeside('apt-get', ['update', '-qq']);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  const { ok, output } = await runBeside('apt-get', install);
  if (!ok) console.error(output);
}

/** Installs PostgreSQL if it is missing; without it its tests fail, and say what to install. */
export async function ensurePostgres() {
  if (!existsSync('/usr/lib/postgresql')) await installPackages('PostgreSQL', ['postgresql']);
}

/** Installs nginx if it is missing, which the example of `docs/deploy/` is tried with. */
export async function ensureNginx() {
  if (!existsSync('/usr/sbin/nginx')) await installPackages('nginx', ['nginx-light', 'openssl']);
}
