import { randomUUID } from 'node:crypto';

/** Sessions per page, the interface's default. */
const PAGE = 25;
const FIRST_MS = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

const FEATURES = JSON.stringify([{ feature: 'CaptureChargeSessions', isEnabled: true }]);

function session(entityId: string, at: number) {
  const from = FIRST_MS + at * 8 * HOUR_MS;
  const instant = (ms: number) => new Date(ms).toISOString();
  const energy = 11.234 + at / 10;
  return {
    id: randomUUID(),
    entityId,
    created: instant(from + 20 * HOUR_MS),
    data: {
      start: instant(from),
      end: instant(from + 3 * HOUR_MS),
      charge: {
        averagePower: { unit: 'kW', value: 3.7 },
        start: { unit: '%', value: 20 },
        end: { unit: '%', value: 80 },
        total: { t1: energy, t2: 0, t3: null, t4: null, total: energy, unit: 'kWh' },
      },
      location: { address: 'Depot Lane 1', latitude: 52.37, longitude: 4.89 },
      locationMatches: [],
      range: { start: { unit: 'km', value: 80 }, end: { unit: 'km', value: 320 } },
    },
  };
}

function sessions(entityId: string): string {
  return JSON.stringify({
    data: Array.from({ length: PAGE }, (_, at) => session(entityId, at)),
    links: { next: null },
    meta: { continuationToken: null, pageSize: PAGE },
  });
}

/** Capacities that were told: no two are the same. */
let capacities = 0;

/** Sessions by Entity, generated once. */
const made = new Map<string, string>();

/** The answer to a read of an Entity, or null if the instant Service has none. */
export function instantRead(path: string): string | null {
  const [, entityId = '', resource] =
    /^\/v1\/entities\/([^/]+)\/(features|charge-sessions|battery-capacity)$/.exec(path) ?? [];
  if (resource === 'features') return FEATURES;
  if (resource === undefined) return null;
  if (resource === 'battery-capacity') return `{"batteryCapacity":${(capacities += 1)}}`;
  const text = made.get(entityId) ?? sessions(entityId);
  made.set(entityId, text);
  return text;
}
