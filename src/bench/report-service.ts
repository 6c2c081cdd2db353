// A stand-in for the Device Connectivity Service, as a program: pages of made-up charge sessions, each after
// LATENCY_MS. Prints its port.
import { createServer } from 'node:http';
import type { ChargeSession } from '../contract/charge-session.ts';
import { z } from '../contract/zod.ts';
import { listenOn } from './listen.ts';
import { digits, entityId } from './report-world.ts';

const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAYS = 90;
const { LATENCY_MS } = z.object({ LATENCY_MS: z.coerce.number() }).parse(process.env);

const iso = (ms: number): string => new Date(ms).toISOString();

/** A session with energy to six decimals, two registers, states of charge, and one of 40 places. */
function session(entity: number, at: number, of: number): z.input<typeof ChargeSession> {
  const start = FIRST_DAY + Math.floor((at / of) * DAYS * 86_400_000) + (entity % 24) * 600_000;
  const length = (20 + ((at * 37 + entity) % 160)) * 60_000;
  const micros = 4_000_000 + ((at * 7_919 + entity * 104_729) % 60_000_000);
  const t1 = Math.floor(micros / 3);
  const place = (at * 13 + entity) % 40;
  const from = 10 + ((at * 3) % 40);
  const kw = Number((micros / 1e6 / (length / 3_600_000)).toFixed(3));
  return {
    id: `1f7b7c1e-6f0f-4f7e-${digits(entity, 4)}-${digits(at, 12)}`,
    entityId: entityId(of, entity),
    data: {
      start: iso(start),
      end: iso(start + length),
      charge: {
        averagePower: { unit: 'kW', value: kw },
        start: { unit: '%', value: from },
        end: { unit: '%', value: from + 40 },
        total: { t1: t1 / 1e6, t2: (micros - t1) / 1e6, total: micros / 1e6, unit: 'kWh' },
      },
      location: { address: `Street ${place}, Lausanne` },
      locationMatches: [
        {
          accuracy: place,
          location: { id: `2f7b7c1e-6f0f-4f7e-9a53-${digits(place, 12)}`, label: `Site ${place}` },
        },
      ],
    },
  };
}

function pageOf(url: URL): string {
  const [, ofText = '', atText = ''] =
    /0f7b7c1e-6f0f-4f7e-9a53-(\d{4})(\d{8})\/charge-sessions/.exec(url.pathname) ?? [];
  const of = Number(ofText) || 10_000;
  const pageSize = Math.min(Number(url.searchParams.get('pageSize') ?? 25), 1000);
  const from = Number(url.searchParams.get('continuationToken') ?? 0);
  const to = Math.min(from + pageSize, of);
  const data = Array.from({ length: to - from }, (_, at) => session(Number(atText), from + at, of));
  const continuationToken = to < of ? String(to) : null;
  return JSON.stringify({ data, links: { next: null }, meta: { continuationToken, pageSize } });
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://service');
  const send = (text: string): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
  };
  request.resume();
  if (url.pathname === '/token')
    return send('{"access_token":"t","token_type":"Bearer","expires_in":36000}');
  if (!url.pathname.endsWith('/charge-sessions')) {
    response.writeHead(404).end();
    return;
  }
  const body = pageOf(url);
  setTimeout(() => send(body), LATENCY_MS);
});
process.stdout.write(`Listening on ${await listenOn(server)}\n`);
