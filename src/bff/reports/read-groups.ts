import { sql, type Kysely } from 'kysely';
import type { Grouping } from '../../contract/console/report-definition.ts';
import type {
  ReportGroup,
  ReportGroups,
  ReportSums,
} from '../../contract/console/report-result.ts';
import { microsTextToText, microsToText } from '../../domain/reports/exact.ts';
import { DATE_KEYS, NO_REGISTER, hourKey, hourWeekdayKey } from '../../domain/reports/groups.ts';
import { REGISTERS } from '../../domain/reports/report-session.ts';
import { dateOfMonth } from '../../domain/reports/zone-calendar.ts';
import type { CellSums } from '../store/report-schema.ts';
import type { Store } from '../store/schema.ts';
import { SUM_NAMES } from './cells.ts';

/** Sums come as text: neither JavaScript's numbers nor a driver's may round them. */
type SumTexts = Record<keyof CellSums, string>;

/** What a query answers: the parts of the key, and the sums. */
interface GroupRow extends SumTexts {
  unit: string;
  power_max: string | null;
  key_text?: string | null;
  key_number?: number | string | null;
  label?: string | null;
  accuracy_min?: number | string | null;
  accuracy_max?: number | string | null;
}

/** Monday of a day number, also before 1970, in SQL that both databases read alike. */
export const MONDAY = 'c.day - ((c.day + 3) % 7 + 7) % 7';
const WEEKDAY_HOUR = '(((c.day + 3) % 7 + 7) % 7) * 24 + c.hour';

interface Shape {
  /** The column or expression of the cells that is grouped by; empty: all together. */
  by: string;
  cells?: 'report_time_cells';
  /** What the numbers are resolved with: then `key`, `label` and so on come from there. */
  join?: { text: string; select: string; group: string };
}

const PLACES = 'join report_places p on p.run_no = g.run_no and p.place_no = g.by_no';
const ENTITIES = 'join report_entities e on e.run_no = g.run_no and e.entity_no = g.by_no';

const SHAPES: Readonly<Record<Exclude<Grouping, 'register'> | 'total', Shape>> = {
  total: { by: '0' },
  entity: {
    by: 'c.entity_no',
    join: {
      text: ENTITIES,
      select: 'e.entity_id as key_text, max(e.name) as label',
      group: 'e.entity_id',
    },
  },
  collective: {
    by: 'c.entity_no',
    join: { text: ENTITIES, select: 'e.collectives as key_text', group: 'e.collectives' },
  },
  location: {
    by: 'c.place_no',
    join: {
      text: PLACES,
      select: `p.location_id as key_text, max(p.label) as label,
        min(p.accuracy_min) as accuracy_min, max(p.accuracy_max) as accuracy_max`,
      group: 'p.location_id',
    },
  },
  address: {
    by: 'c.place_no',
    join: { text: PLACES, select: 'p.address as key_text', group: 'p.address' },
  },
  day: { by: 'c.day' },
  week: { by: MONDAY },
  month: { by: 'c.month' },
  hour: { by: 'c.hour_at', cells: 'report_time_cells' },
  'hour-weekday': { by: WEEKDAY_HOUR, cells: 'report_time_cells' },
};

/** Keys of the groupings by time, from the number that is grouped by. */
const TIME_KEYS: Readonly<Partial<Record<Grouping, (number: number) => string>>> = {
  day: DATE_KEYS.day,
  // The number is the Monday already.
  week: DATE_KEYS.day,
  month: dateOfMonth,
  hour: hourKey,
  // Day 4 was a Monday.
  'hour-weekday': (number) => hourWeekdayKey(4 + Math.floor(number / 24), number % 24),
};

function statementOf(runNo: number, shape: Shape) {
  const { join, by, cells = 'report_day_cells' } = shape;
  const peak = cells === 'report_day_cells' ? 'max(c.power_max)' : 'cast(null as bigint)';
  // Cells are added up by number first, so that few rows are left to be looked up.
  const inner = `select c.run_no, c.unit_no, ${by} as by_no, ${peak} as power_max,
    ${SUM_NAMES.map((name) => `sum(c.${name}) as ${name}`).join(', ')}
    from ${cells} c where c.run_no = ?`.split('?');
  const sums = SUM_NAMES.map((name) => `cast(sum(g.${name}) as text) as ${name}`).join(', ');
  const keys = join?.select ?? 'g.by_no as key_number';
  const grouped = join?.group ?? 'g.by_no';
  return sql<GroupRow>`select u.unit, ${sql.raw(keys)},
      cast(max(g.power_max) as text) as power_max, ${sql.raw(sums)}
    from (${sql.raw(inner[0] ?? '')}${runNo} group by c.run_no, c.unit_no, ${sql.raw(by === '0' ? 'c.run_no' : by)}) g
    join report_units u on u.unit_no = g.unit_no ${sql.raw(join?.text ?? '')}
    group by u.unit, ${sql.raw(grouped)}`;
}

const text = microsTextToText;

function sumsOf(row: GroupRow): ReportSums {
  return {
    unit: row.unit === '' ? null : row.unit,
    sessions: Number(row.sessions),
    energy: text(row.energy),
    registers: {
      t1: text(row.t1),
      t2: text(row.t2),
      t3: text(row.t3),
      t4: text(row.t4),
      rest: text(row.rest),
    },
    cost: text(row.cost),
    unpriced: text(row.unpriced),
    durationMs: Number(row.duration_ms),
    socGain: text(row.soc_gain),
    socSessions: Number(row.soc_sessions),
    rangeGain: text(row.range_gain),
    rangeSessions: Number(row.range_sessions),
    peakPowerW: row.power_max === null ? null : wattsOf(BigInt(row.power_max)),
  };
}

/** Milliwatts as W. */
export function wattsOf(milliwatts: bigint): string {
  return microsToText(milliwatts * 1000n);
}

function groupOf(grouping: Grouping, row: GroupRow): ReportGroup {
  const { accuracy_min: min, accuracy_max: max } = row;
  return {
    ...sumsOf(row),
    key: TIME_KEYS[grouping]?.(Number(row.key_number)) ?? row.key_text ?? '',
    label: row.label ?? null,
    accuracy:
      min === undefined || min === null || max === undefined || max === null
        ? null
        : { min: text(String(min)), max: text(String(max)) },
  };
}

/** Energy by register, made from the totals; nothing else of a session belongs to one register. */
function byRegister(totals: readonly ReportSums[]): ReportGroup[] {
  return totals.flatMap((sums) =>
    [...REGISTERS, NO_REGISTER].flatMap((key): ReportGroup[] => {
      const { t1, t2, t3, t4, rest } = sums.registers;
      const energy = { t1, t2, t3, t4, [NO_REGISTER]: rest }[key] ?? '0';
      if (energy === '0') return [];
      return [
        {
          ...NOTHING,
          key,
          label: null,
          accuracy: null,
          unit: sums.unit,
          energy,
          registers: {
            ...NOTHING.registers,
            [key === NO_REGISTER ? 'rest' : key]: energy,
          },
        },
      ];
    }),
  );
}

const NOTHING: ReportSums = {
  unit: null,
  sessions: 0,
  energy: '0',
  registers: { t1: '0', t2: '0', t3: '0', t4: '0', rest: '0' },
  cost: '0',
  unpriced: '0',
  durationMs: 0,
  socGain: '0',
  socSessions: 0,
  rangeGain: '0',
  rangeSessions: 0,
  peakPowerW: null,
};

const isNothing = (sums: ReportSums) =>
  sums.sessions === 0 && sums.energy === '0' && sums.durationMs === 0;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The totals of a run, a row per energy unit. */
export async function readTotals(db: Kysely<Store>, runNo: number): Promise<ReportSums[]> {
  const { rows } = await statementOf(runNo, SHAPES.total).execute(db);
  return rows
    .map(sumsOf)
    .filter((sums) => !isNothing(sums))
    .toSorted((a, b) => b.sessions - a.sessions || compare(a.unit ?? '', b.unit ?? ''));
}

/**
 * The rows of a grouped report, added up by the database.
 * @param runNo the number of the run, finished or not
 */
export async function readGroups(
  db: Kysely<Store>,
  runNo: number,
  grouping: Grouping,
): Promise<ReportGroups> {
  const totals = await readTotals(db, runNo);
  if (grouping === 'register') return { grouping, groups: byRegister(totals), totals };
  const { rows } = await statementOf(runNo, SHAPES[grouping]).execute(db);
  const groups = rows
    .map((row) => groupOf(grouping, row))
    // What a restart took off again may leave cells with nothing in them.
    .filter((group) => !isNothing(group))
    .toSorted((a, b) => compare(a.key, b.key) || compare(a.unit ?? '', b.unit ?? ''));
  return { grouping, groups, totals };
}
