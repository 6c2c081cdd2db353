import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Gridhelm, freePort, runToEnd } from '../support/gridhelm.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

const folder = () => mkdtempSync(path.join(tmpdir(), 'gridhelm-start-'));

/** Settings with which a start would succeed, on free ports and fresh data. */
async function goodSettings(): Promise<Record<string, string>> {
  return {
    PORT: String(await freePort()),
    SERVICE_PORT: String(await freePort()),
    DATA_DIR: folder(),
  };
}

/** The output of a start that must fail; it must be short and end with exit code 1. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const { code, output } = await runToEnd('start.js', [], settings);
  expect(output).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
  return output.trim();
}

describe('a failing start gives the reason in one line and exits with 1', () => {
  test.each(['PORT', 'SERVICE_PORT'])('%s is in use', async (name) => {
    const settings = await goodSettings();
    const squatter = createServer().listen(Number(settings[name]), '127.0.0.1');
    const said = await refusal(settings);
    squatter.close();
    expect(said.split('\n')).toHaveLength(1);
    expect(said).toContain(`Port ${settings[name] ?? ''}`);
    expect(said).toContain(name);
  });

  test('the data folder cannot be written', async () => {
    const file = path.join(folder(), 'a-file');
    writeFileSync(file, '');
    const said = await refusal({ ...(await goodSettings()), DATA_DIR: path.join(file, 'data') });
    expect(said.split('\n')).toHaveLength(1);
    expect(said).toContain(file);
  });

  test('invalid settings are all listed at once, a line each', async () => {
    const said = await refusal({
      ...(await goodSettings()),
      PORT: 'eighty',
      SERVICE_CLOCK: 'backwards',
      SERVICE_BASE_URL: 'https://service.example/api',
      SERVICE_CLIENT_SECRET: 'canary-secret',
    });
    for (const name of ['PORT', 'SERVICE_CLOCK', 'SERVICE_AUTH_URL', 'SERVICE_CLIENT_ID']) {
      expect(said).toContain(name);
    }
    expect(said).not.toContain('canary-secret');
  });

  test('a Node that is too old', () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, '.scripts/start.mjs'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect(stderr.trim()).toBe('Gridhelm needs Node 20.19.0 or newer; this is Node 18.20.0.');
    expect(status).toBe(1);
  });
});

describe('a running Gridhelm', () => {
  let gridhelm: Gridhelm;
  const dataDir = folder();

  beforeAll(async () => {
    gridhelm = await Gridhelm.start({ DATA_DIR: dataDir });
  });
  afterAll(async () => {
    await gridhelm.dispose();
  });

  test('prints its address and how to sign in', () => {
    expect(gridhelm.output).toContain(gridhelm.origin);
    expect(gridhelm.output).toContain('Sign in');
  });

  test('is alive and ready', async () => {
    for (const route of ['healthz', 'readyz']) {
      const answer = await fetch(`${gridhelm.origin}/${route}`);
      expect(answer.status).toBe(200);
    }
  });

  test('keeps a second one out of its data folder', async () => {
    const said = await refusal({ ...(await goodSettings()), DATA_DIR: dataDir });
    expect(said).toContain('in use');
    expect(said).toContain(dataDir);
  });

  test('stops cleanly on SIGTERM, dies on SIGKILL, and starts again on the same data', async () => {
    expect(await gridhelm.end('SIGTERM')).toBe(0);
    await gridhelm.start();
    await gridhelm.end('SIGKILL');
    await gridhelm.start();
    const answer = await fetch(`${gridhelm.origin}/readyz`);
    expect(answer.status).toBe(200);
  });
});

describe('the built console', () => {
  const web = path.join(ROOT, 'dist', 'web');
  const files = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

  test('holds no source map, no server code, no address of a service and no secret', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    const scripts = files.filter((file) => /\.(?:js|html|css)$/.test(file));
    expect(scripts.length).toBeGreaterThan(3);
    const marks =
      /client_secret|SERVICE_CLIENT_SECRET|oauth2\/token|8081|node:crypto|BEGIN PRIVATE KEY/;
    const found = scripts.filter((file) => marks.test(readFileSync(file, 'utf8')));
    expect(found.map((file) => path.relative(web, file))).toEqual([]);
  });

  test('loads nothing from another host', () => {
    const html = readFileSync(path.join(web, 'index.html'), 'utf8');
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});
