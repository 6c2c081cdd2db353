import { CAPTURE_CHARGE_SESSIONS } from '../../contract/feature.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import { readCsv } from '../../lib/read-csv.ts';
import { addDays, dateIn, startOfDateMs, wallClockMs } from '../../domain/time.ts';
import { uuidFor } from '../random.ts';
import { World, type WorldInput, type WorldSession } from './world-schema.ts';

/** The file does not state its zone; the station is in Switzerland. */
const ZONE = 'Europe/Zurich';
const PLUGS = ['CCS1', 'CCS2'] as const;
const HOUR = 3_600_000;

/** A fault in a table, with its line (the header is line 1) and column. */
export class CsvFault extends Error {
  constructor(line: number, column: string | null, reason: string) {
    super(`line ${line}${column === null ? '' : `, column "${column}"`}: ${reason}`);
  }
}

const WallClock = z
  .string()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/,
    'must be a time like 2022-08-11T23:33',
  )
  .refine(
    (text) => text.slice(0, 10) === new Date(`${text}Z`).toISOString().slice(0, 10),
    'is not a calendar date',
  );
const Decimal = z.string().regex(/^\d{1,12}(\.\d+)?$/, 'must be a number, not negative');
const Whole = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);

/** The columns that are read; the file may have more. */
const Row = z.object({
  Session: Whole,
  CCS: z.enum(PLUGS, `must be ${PLUGS.join(' or ')}`),
  Arrival: WallClock,
  Departure: WallClock,
  'Stay (min)': Whole.refine((minutes) => minutes >= 1, 'must be at least 1'),
  'Energy (Wh)': Decimal,
  'SOC arrival': Decimal.transform(Number),
  'SOC departure': Decimal.transform(Number),
});
type Row = z.output<typeof Row>;

/**
 * Converts the table of a charging station into a world: a charge point for each plug, in one Fleet. Every
 * row becomes a session; none is dropped.
 * @param text CSV with a header; times are wall clock in Europe/Zurich, energy in Wh, states of charge in %
 * @throws CsvFault with line and column
 */
export function convertSessionsCsv(text: string): World {
  const rows = readRows(text);
  const organisation = uuidFor('csv-world', 'organisation');
  const fleet = uuidFor('csv-world', 'collective');
  return World.parse({
    organisations: [{ id: organisation, name: 'Charging station operator' }],
    collectives: [
      {
        id: fleet,
        name: 'Fast charging station',
        type: 'Fleet',
        owner: organisation,
        organisationId: organisation,
        entities: PLUGS.map(plugId),
      },
    ],
    entities: PLUGS.map((plug) => ({
      id: plugId(plug),
      organisationId: organisation,
      type: 'ChargePoint',
      name: plug,
      features: [{ feature: CAPTURE_CHARGE_SESSIONS, isEnabled: true }],
    })),
    chargeSessions: rows.map(sessionOf),
  } satisfies WorldInput);
}

function plugId(plug: string): string {
  return uuidFor('csv-world', 'entity', plug);
}

function readRows(text: string): Row[] {
  const table = readCsv(text, ',');
  if (table.problem !== null) throw new CsvFault(1, null, table.problem);
  for (const column of Object.keys(Row.shape)) {
    if (!table.header.includes(column)) throw new CsvFault(1, column, 'the column is missing');
  }
  const lines = new Map<number, number>();
  return table.rows.map(({ line, cells, problem }) => {
    if (problem !== null) throw new CsvFault(line, null, problem);
    const raw = Object.fromEntries(table.header.map((column, at) => [column, cells[at]]));
    const parsed = Row.safeParse(raw);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new CsvFault(line, String(issue?.path[0]), issue?.message ?? 'is not valid');
    }
    const before = lines.get(parsed.data.Session);
    if (before !== undefined) {
      throw new CsvFault(line, 'Session', `the number is in line ${before} already`);
    }
    lines.set(parsed.data.Session, line);
    return parsed.data;
  });
}

/** Wh as kWh: the decimal point is moved in the text, so that arithmetic loses no digit. */
export function kilowattHours(wattHours: string): number {
  const [whole = '0', fraction = ''] = wattHours.split('.');
  const digits = whole.padStart(4, '0');
  return Number(`${digits.slice(0, -3)}.${digits.slice(-3)}${fraction}`);
}

/**
 * The instants of a stay. In the repeated hour of a clock change the earlier one is used; a
 * departure that would then precede its arrival is in the later one.
 */
export function stay(arrival: string, departure: string): { startMs: number; endMs: number } {
  const startMs = wallClockMs(ZONE, arrival);
  const endMs = wallClockMs(ZONE, departure);
  if (endMs >= startMs) return { startMs, endMs };
  const later = endMs + HOUR;
  return { startMs, endMs: wallClockText(endMs) === wallClockText(later) ? later : endMs };
}

function wallClockText(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(ms);
}

function sessionOf(row: Row): WorldSession {
  const { startMs, endMs } = stay(row.Arrival, row.Departure);
  const total = kilowattHours(row['Energy (Wh)']);
  // The stay counts both its first and its last minute, so it is never 0.
  const hours = row['Stay (min)'] / 60;
  const computedMs = startOfDateMs(ZONE, addDays(dateIn(ZONE, endMs), 1));
  return {
    id: uuidFor('csv-world', 'session', row.Session),
    entityId: plugId(row.CCS),
    created: isoInstant(computedMs),
    data: {
      start: isoInstant(startMs),
      end: isoInstant(endMs),
      charge: {
        averagePower: { unit: 'kW', value: Math.round((total / hours) * 1000) / 1000 },
        start: { unit: '%', value: row['SOC arrival'] },
        end: { unit: '%', value: row['SOC departure'] },
        // The station has no tariff registers: all energy is in the first, and the others have none.
        total: { unit: 'kWh', t1: total, t2: null, t3: null, t4: null, total },
      },
      location: null,
      locationMatches: [],
      range: null,
    },
  };
}
