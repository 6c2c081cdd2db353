import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDS, type ServiceUnderTest, serviceUnderTest } from '../service/test-support.ts';
import { runConformance } from './run.ts';
import { type Lies, type Served, relay, serve, withFields } from './testing/relay.ts';

let sut: ServiceUnderTest;
let collector: Served;
/** Everything that the second origin receives: request lines, headers and bodies. */
const collected: string[] = [];
/** Every issued token. */
const tokens = new Set<string>();
const folder = mkdtempSync(path.join(tmpdir(), 'conformance-origin-'));

beforeAll(async () => {
  sut = await serviceUnderTest();
  collector = await serve((request, response) => {
    collected.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.setHeader('content-type', 'application/json');
    response.end(
      '{"data":[],"links":{"next":null},"meta":{"continuationToken":null,"pageSize":1}}',
    );
  });
});
afterAll(async () => {
  collector.close();
  await sut.close();
});

/** Runs the program against a deployment that lies; returns its output, with the JSON file. */
async function run(lies: Lies, more: readonly string[] = []) {
  const deployment = await relay(sut, {
    ...lies,
    answered: (exchange, reply, origin) => {
      const token = /"access_token":"([^"]+)"/.exec(reply.text)?.[1];
      if (token !== undefined) tokens.add(token);
      return lies.answered === undefined ? reply : lies.answered(exchange, reply, origin);
    },
  });
  const { clientId, clientSecret } = sut.service.credentials;
  const file = path.join(folder, 'secret');
  const json = path.join(folder, 'findings.json');
  writeFileSync(file, clientSecret);
  let printed = '';
  const code = await runConformance({
    args: [
      `--base-url=${deployment.origin}`,
      `--auth-url=${deployment.origin}/token`,
      `--client-id=${clientId}`,
      `--client-secret-file=${file}`,
      `--json=${json}`,
      `--entity=${IDS.entity('prompt')}`,
      `--entity=${IDS.entity('lent')}`,
      `--collective=${IDS.fleet}`,
      ...more,
    ],
    env: {},
    now: Date.now,
    wait: () => Promise.resolve(),
    startEmbedded: () => Promise.reject(new Error('nothing may be started')),
    write: (text) => {
      printed += text;
    },
  });
  deployment.close();
  return { code, printed: printed + readFileSync(json, 'utf8') };
}

/** Expects no secret in the output, nor a recognisable part of one. */
function expectNoSecrets(printed: string): void {
  expect(tokens.size).toBeGreaterThan(0);
  for (const secret of [...tokens, sut.service.credentials.clientSecret]) {
    const parts = Array.from({ length: Math.max(1, secret.length - 15) }, (_, at) =>
      secret.slice(at, at + 16),
    );
    expect(parts.filter((part) => printed.includes(part))).toEqual([]);
  }
}

test('links.next to another origin is not followed: no token is sent there', async () => {
  const { printed } = await run({
    answered: (_, reply, origin) => ({
      ...reply,
      text: reply.text.replaceAll(`"next":"${origin}`, `"next":"${collector.origin}`),
    }),
  });
  expect(collected).toEqual([]);
  expect(printed).toContain(`it leads to ${collector.origin}, and the token is not sent there`);
  // The target of links is not documented: no fault, and reported once.
  expect(printed.match(/^ {2}DIFFERS .*/gm) ?? []).toEqual([]);
  expect(printed.match(/^ {2}differs \(allowed\) .*links\.next.*/gm)).toHaveLength(1);
  expectNoSecrets(printed);
});

test('redirects of reads, writes and the token endpoint are not followed', async () => {
  const { code, printed } = await run(
    {
      answered: ({ url, body }, reply) => {
        const isLost =
          /\/(?:features|members|commands|schedule|cancel|entities)$/.test(url.pathname) ||
          (url.href === sut.service.authUrl && body.includes('made+up'));
        const location = `${collector.origin}${url.pathname}`;
        return isLost
          ? { status: 307, headers: { location, refresh: `0; url=${location}` }, text: '' }
          : reply;
      },
    },
    ['--write', '--allow-send', '--offboard', IDS.entity('battery')],
  );
  expect(code).toBe(1);
  expect(printed).toContain(`307  to ${collector.origin}`);
  expect(collected).toEqual([]);
  expectNoSecrets(printed);
});

test('a token that a deployment leaks, or echoes, is not printed', async () => {
  const { printed } = await run(
    {
      answered: ({ url, authorization, body }, reply) => {
        if (url.href === sut.service.authUrl) {
          const [token = ''] = tokens;
          // Anomalous answers: another address, and a working token for wrong credentials.
          const anomalous = { token_endpoint: `${collector.origin}/token`, api: collector.origin };
          const isGood = reply.status === 200;
          if (isGood) return { ...reply, text: withFields(reply.text, anomalous) };
          const text = body.includes('made+up') ? token : JSON.stringify({ access_token: token });
          return { ...reply, status: 200, text };
        }
        const message = `refused: ${authorization ?? 'nobody'} of ${sut.service.credentials.clientSecret}`;
        return reply.status < 400
          ? reply
          : { ...reply, text: JSON.stringify({ errors: [{ code: null, message }] }) };
      },
    },
    ['--write', '--allow-send'],
  );
  expect(printed).toContain('[secret]');
  expect(collected).toEqual([]);
  expectNoSecrets(printed);
});
