import type { ChargeSession } from '../contract/charge-session.ts';
import type { z } from '../contract/zod.ts';
import { digits, sessionsOf } from './instant-world.ts';

const FEATURES = JSON.stringify([{ feature: 'CaptureChargeSessions', isEnabled: true }]);
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAYS = 90;

const iso = (ms: number): string => new Date(ms).toISOString();

/** A session with energy to six decimals, two registers, states of charge, and one of 40 places. */
function session(id: string, at: number, of: number): z.input<typeof ChargeSession> {
  const entity = Number(id.slice(-8));
  const start = FIRST_DAY + Math.floor((at / of) * DAYS * 86_400_000) + (entity % 24) * 600_000;
  const length = (20 + ((at * 37 + entity) % 160)) * 60_000;
  const micros = 4_000_000 + ((at * 7_919 + entity * 104_729) % 60_000_000);
  const t1 = Math.floor(micros / 3);
  const place = (at * 13 + entity) % 40;
  const from = 10 + ((at * 3) % 40);
  const kw = Number((micros / 1e6 / (length / 3_600_000)).toFixed(3));
  return {
    id: `1f7b7c1e-6f0f-4f7e-${digits(entity, 4)}-${digits(at, 12)}`,
    entityId: id,
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

function pageOf(id: string, query: URLSearchParams): string {
  const of = sessionsOf(id);
  const pageSize = Math.min(Number(query.get('pageSize') ?? 25), 1000);
  const from = Number(query.get('continuationToken') ?? 0);
  const to = Math.min(from + pageSize, of);
  const data = Array.from({ length: to - from }, (_, at) => session(id, from + at, of));
  const continuationToken = to < of ? String(to) : null;
  return JSON.stringify({ data, links: { next: null }, meta: { continuationToken, pageSize } });
}

/** Capacities that were told: no two are the same. */
let capacities = 0;

/** First pages by Entity, generated once. */
const made = new Map<string, string>();

/** The answer to a read of an Entity, or null if the instant Service has none. */
export function instantRead({ pathname, search, searchParams }: URL): string | null {
  const [, id = '', resource] =
    /^\/v1\/entities\/([^/]+)\/(features|charge-sessions|battery-capacity)$/.exec(pathname) ?? [];
  if (resource === 'features') return FEATURES;
  if (resource === undefined) return null;
  if (resource === 'battery-capacity') return `{"batteryCapacity":${(capacities += 1)}}`;
  if (search !== '') return pageOf(id, searchParams);
  const text = made.get(id) ?? pageOf(id, searchParams);
  made.set(id, text);
  return text;
}
