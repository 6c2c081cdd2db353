import { existsSync, readFileSync } from 'node:fs';

/**
 * The parent of a process, or null on systems without /proc.
 * @param {number} pid
 */
function parentOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const stat = readFileSync(file, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/**
 * Stops this program when the npm that launched it is gone. A killed npm cannot pass its signal on,
 * and would leave a server behind that holds the port. npm starts us through a shell, so the shell's
 * parent is watched as well as our own.
 */
export function stopWithLauncher() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const watch = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 100);
  watch.unref();
}
