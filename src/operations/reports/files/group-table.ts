import type { Kysely } from 'kysely';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import type { ReportGroup, ReportSums } from '../../../contract/console/report-result.ts';
import type { Tariff } from '../../../contract/console/report-tariff.ts';
import { averagePowerW } from '../../../domain/reports/average-power.ts';
import { NO_REGISTER } from '../../../domain/reports/groups.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import { chunks } from '../../../store/chunks.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { aboutRun } from './export-about.ts';
import { day, instant, number, text, type ExportCell, type ExportTable } from './export-cells.ts';
import { refuseChanged } from './session-table.ts';
import { readGroups } from '../results/read-groups.ts';
import { tariffOf } from '../runs/runs.ts';

const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Current names of the Collectives in keys, from the directory. */
async function namesOf(db: Kysely<Store>, keys: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const ids = new Set(keys.flatMap((key) => (key === '' ? [] : key.split('+'))));
  for (const part of chunks([...ids])) {
    const rows = await db
      .selectFrom('collectives')
      .where('id', 'in', part)
      .select(['id', 'name'])
      .execute();
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

type Labelled = Pick<ReportGroup, 'key' | 'label'>;

/** The label of a row, if its id alone means little; null: use the key. */
function labelOf(by: Grouping, { key, label }: Labelled, names: ReadonlyMap<string, string>) {
  switch (by) {
    case 'collective':
      return key === ''
        ? 'In no chosen Collective'
        : key
            .split('+')
            .map((id) => names.get(id) ?? id)
            .join(' + ');
    case 'location':
      return key === '' ? 'No Location matched' : label;
    case 'address':
      return key === '' ? 'No address reported' : null;
    case 'hour-weekday': {
      const [weekday, hour] = key.split('-');
      return `${WEEKDAYS[Number(weekday) - 1] ?? ''} ${hour}:00`;
    }
    case 'register':
      return key === NO_REGISTER ? 'In no register' : null;
    case 'entity':
    case 'hour':
    case 'day':
    case 'week':
    case 'month':
      return label;
  }
}

interface Column {
  name: string;
  of(sums: ReportSums): ExportCell;
}

function columnsOf(tariff: Tariff | null): Column[] {
  return [
    { name: 'Sessions', of: (sums) => number(sums.sessions) },
    { name: 'Energy', of: (sums) => number(sums.energy) },
    { name: 'Energy unit', of: (sums) => text(sums.unit) },
    { name: 't1', of: (sums) => number(sums.registers.t1) },
    { name: 't2', of: (sums) => number(sums.registers.t2) },
    { name: 't3', of: (sums) => number(sums.registers.t3) },
    { name: 't4', of: (sums) => number(sums.registers.t4) },
    { name: 'In no register', of: (sums) => number(sums.registers.rest) },
    ...(tariff === null
      ? []
      : [
          {
            name: `Cost (${tariff.content.currency})`,
            of: (sums: ReportSums) => number(sums.cost),
          },
          { name: 'Energy without a price', of: (sums: ReportSums) => number(sums.unpriced) },
        ]),
    { name: 'Duration (s)', of: (sums) => number(sums.durationMs / 1000) },
    { name: 'Average power (W)', of: (sums) => number(averagePowerW(sums)) },
    { name: 'Peak average power (W)', of: (sums) => number(sums.peakPowerW) },
    { name: 'Charge gained (%)', of: (sums) => number(sums.socGain) },
    { name: 'Sessions with charge', of: (sums) => number(sums.socSessions) },
    { name: 'Range gained (km)', of: (sums) => number(sums.rangeGain) },
    { name: 'Sessions with range', of: (sums) => number(sums.rangeSessions) },
  ];
}

/**
 * Collects the content of a file of grouped rows: the same as on screen.
 * @param now milliseconds since the epoch
 */
export async function groupTable(
  db: Kysely<Store>,
  run: ReportRunRow,
  by: Grouping,
  now: number,
): Promise<ExportTable> {
  // Together, so that the totals match the rows while a run is being read.
  const { groups, totals } = await db
    .transaction()
    .execute((trx) => readGroups(trx, run.run_no, { by }));
  const names =
    by === 'collective'
      ? await namesOf(
          db,
          groups.map(({ key }) => key),
        )
      : new Map();
  const columns = columnsOf(tariffOf(run));
  const accuracy = by === 'location' ? ['Least accuracy', 'Largest accuracy'] : [];
  const isDate = by === 'day' || by === 'week' || by === 'month';
  const keyOf = (key: string) => {
    if (by === 'hour') return instant(key, run.zone);
    return isDate ? day(key) : text(key);
  };
  const isLong = by === 'entity' || by === 'location' || by === 'collective';
  return {
    name: 'Groups',
    about: [...(await aboutRun(db, run, now)), ['Grouped by', GROUPING_LABELS[by]]],
    columns: [
      GROUPING_LABELS[by],
      isLong ? `${GROUPING_LABELS[by]} id` : 'Key',
      ...columns.map(({ name }) => name),
      ...accuracy,
    ],
    async *rows() {
      for (const group of groups) {
        const label = labelOf(by, group, names);
        yield [
          label === null ? keyOf(group.key) : text(label),
          text(group.key),
          ...columns.map((column) => column.of(group)),
          ...(accuracy.length === 0
            ? []
            : [number(group.accuracy?.min ?? null), number(group.accuracy?.max ?? null)]),
        ];
      }
    },
    async totals() {
      await refuseChanged(db, run);
      return totals.map((sums) => [
        text(`Total, ${sums.unit ?? 'no unit'}`),
        null,
        ...columns.map((column) => column.of(sums)),
        ...accuracy.map(() => null),
      ]);
    },
  };
}
