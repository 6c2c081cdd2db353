import { ensureBuilt, ensureInstalled, requireNode } from './prepare.mjs';

/**
 * Runs a program of the server build in this process, installing and building first if needed.
 * @param {string} name
 * @param {() => unknown} [before] called once it is built
 */
export async function runProgram(name, before) {
  requireNode();
  ensureInstalled();
  await ensureBuilt();
  await before?.();
  await import(new URL(`../dist/server/${name}.js`, import.meta.url).href);
}
