import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DirectoryCollectives } from '../../src/contract/console/directory.ts';
import {
  CONSOLE_HEADER,
  IDEMPOTENCY_HEADER,
  PROXY_PREFIX,
} from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { fillPath } from '../../src/contract/paths.ts';
import { freePort, Gridhelm } from '../support/gridhelm.ts';
import { until } from '../support/until.ts';

const EXAMPLE = path.resolve(import.meta.dirname, '../../docs/deploy/nginx.conf');
const NAME = 'localhost';

let gridhelm: Gridhelm;
let nginx: ChildProcess;
/** A process that ends each connection once it got a request. */
let broken: Server;
let brokenGot = 0;
let ports: { tls: number; plain: number };
let ca: Buffer;
let cookie = '';

interface Asked {
  method?: string;
  headers?: Record<string, string>;
}

/** The example with names, ports and files of this machine; what is broken stays in turn. */
function configure(folder: string, brokenPort: number): string {
  const console = new URL(gridhelm.origin).host;
  const example = readFileSync(EXAMPLE, 'utf8')
    .replace('127.0.0.1:8080', console)
    .replace('# server 127.0.0.1:8090;', `server 127.0.0.1:${brokenPort} max_fails=0;`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.tls} `)
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replaceAll('gridhelm.example.org', NAME)
    .replaceAll('/etc/ssl/gridhelm', path.join(folder, 'gridhelm'));
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${temporary.join(' ')} ${example} }`,
  );
  return file;
}

async function ask(target: string, options: Asked = {}, body?: unknown) {
  const sent = request({
    host: '127.0.0.1',
    servername: NAME,
    port: ports.tls,
    ca,
    path: target,
    ...options,
    headers: {
      Host: `${NAME}:${ports.tls}`,
      Origin: `https://${NAME}:${ports.tls}`,
      [CONSOLE_HEADER.name]: CONSOLE_HEADER.value,
      ...(cookie === '' ? {} : { Cookie: cookie }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  return answer;
}

/** The same, again if it met the broken process: for what is safe to repeat. */
async function read(target: string, options: Asked = {}, body?: unknown) {
  for (;;) {
    const answer = await ask(target, options, body);
    if (answer.statusCode !== 502) return answer;
    answer.resume();
  }
}

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  ports = { tls: await freePort(), plain: await freePort() };
  const key = path.join(folder, 'gridhelm.key');
  const certificate = path.join(folder, 'gridhelm.pem');
  const of = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`, '-days', '2'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...of],
    { stdio: 'ignore' },
  );
  ca = readFileSync(certificate);
  gridhelm = await Gridhelm.start({
    PUBLIC_ORIGIN: `https://${NAME}:${ports.tls}`,
    TRUST_PROXY: '1',
  });
  broken = createServer((socket) => {
    socket.once('data', () => {
      brokenGot += 1;
      socket.destroy();
    });
  });
  const brokenPort = await freePort();
  await new Promise<void>((resolve) => broken.listen(brokenPort, '127.0.0.1', resolve));
  nginx = spawn('nginx', ['-p', folder, '-c', configure(folder, brokenPort)], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(
    () =>
      ask('/healthz').then(
        ({ statusCode }) => statusCode,
        () => 0,
      ),
    (status) => status !== 0,
  );
  const signedIn = await read(
    CONSOLE_ROUTES.demoSignIn.path,
    { method: 'POST' },
    { role: 'operator' },
  );
  cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  signedIn.resume();
}, 120_000);
afterAll(async () => {
  nginx.kill();
  broken.close();
  await gridhelm.dispose();
});

test('pages come by TLS alone', async () => {
  const page = await read('/', { headers: { Accept: 'text/html' } });
  expect([page.statusCode, await text(page)]).toEqual([200, expect.stringContaining('Gridhelm')]);
  expect(page.headers['strict-transport-security']).toBeDefined();
  expect(cookie).toMatch(/^__Host-gridhelm=/);
  const plain = plainRequest({ port: ports.plain, host: '127.0.0.1', headers: { Host: NAME } });
  plain.end();
  const [answer] = await once(plain, 'response');
  expect([answer.statusCode, answer.headers.location]).toEqual([301, `https://${NAME}/`]);
  answer.resume();
});

test('live updates come as they are sent, and a dispatch is never sent to a second process', async () => {
  const live = await read(CONSOLE_ROUTES.live.path);
  expect(live.statusCode).toBe(200);
  let told = '';
  live.on('data', (part: Buffer) => {
    told += part.toString('utf8');
  });
  const list = await read(CONSOLE_ROUTES.collectives.path);
  const { collectives } = DirectoryCollectives.parse(JSON.parse(await text(list)));
  const fleet = collectives.find(({ type }) => type === 'Fleet')?.id ?? '';
  const target = PROXY_PREFIX + fillPath(ENDPOINTS.sendCommand.path, { collectiveId: fleet });
  const before = brokenGot;
  const statuses: (number | undefined)[] = [];
  for (let sends = 0; sends < 6; sends += 1) {
    const headers = { [IDEMPOTENCY_HEADER]: randomUUID() };
    const answer = await ask(
      target,
      { method: 'POST', headers },
      { type: 'StopCharging', value: null },
    );
    statuses.push(answer.statusCode);
    answer.resume();
  }
  const accepted = statuses.filter((status) => status === 201).length;
  const failed = statuses.filter((status) => status === 502).length;
  expect([accepted + failed, failed]).toEqual([6, brokenGot - before]);
  expect(Math.min(accepted, failed)).toBeGreaterThan(0);
  expect((await gridhelm.ledger()).length).toBe(accepted);
  await until(
    async () => told,
    (seen) => seen.includes('"batches"'),
    5000,
  );
  live.destroy();
});
