import type {
  FigureRow,
  FigureSession,
  FigureSums,
} from '../../contract/console/report-figures.ts';
import type { Grouping } from '../../contract/console/report-definition.ts';
import type { Statement, StatementLine } from '../../contract/console/statement.ts';
import { instantMs } from '../../domain/instant.ts';
import { averagePowerW } from '../../domain/reports/average-power.ts';
import {
  EXCEPTION_LABELS,
  EXCLUSION_REASON_LABELS,
} from '../../domain/reports/exception-labels.ts';
import { NO_REGISTER } from '../../domain/reports/groups.ts';
import { GROUPING_LABELS } from '../../domain/reports/report-labels.ts';
import { REGISTERS } from '../../domain/session-maths.ts';
import { day, instant, number, text, type FileCell, type FileColumn } from './file-table.ts';

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const ID = 38;

/** The names that the columns of a report need. */
export interface ColumnNames {
  zone: string;
  siteTime: boolean;
  /** Null: nothing is priced. */
  currency: string | null;
  /** Names of Collectives by id. */
  collectives: ReadonlyMap<string, string>;
}

function durationS({ start, end }: FigureSession): string | null {
  const [from, to] = [instantMs(start), instantMs(end)];
  return from === null || to === null ? null : String((to - from) / 1000);
}

/** The columns of sessions. */
export function sessionColumns({
  zone,
  siteTime,
  currency,
}: ColumnNames): FileColumn<FigureSession>[] {
  const clock = siteTime ? 'local' : zone;
  const columns: (FileColumn<FigureSession> | null)[] = [
    { name: 'Entity', of: (one) => text(one.entityName), width: 24 },
    { name: 'Entity id', of: (one) => text(one.entityId), width: ID },
    { name: 'Session id', of: (one) => text(one.id), width: ID },
    { name: `Start (${clock})`, of: (one) => instant(one.start, one.zone ?? zone), width: 20 },
    { name: `End (${clock})`, of: (one) => instant(one.end, one.zone ?? zone), width: 20 },
    siteTime ? { name: 'Zone', of: (one) => text(one.zone ?? zone), width: 20 } : null,
    { name: 'Duration (s)', of: (one) => number(durationS(one)), format: 'whole' },
    { name: 'Sessions in period', of: (one) => number(one.excluded === null ? 1 : 0) },
    { name: 'Energy in period', of: (one) => number(one.counted), format: 'decimals3' },
    { name: 'Energy unit', of: (one) => text(one.unit) },
    { name: 'Energy of session', of: (one) => number(one.energy), format: 'decimals3' },
    ...REGISTERS.map((name): FileColumn<FigureSession> => ({
      name,
      of: (one) => number(one.registers[name]),
      format: 'decimals3',
    })),
    ...(currency === null
      ? []
      : [
          {
            name: `Cost in period (${currency})`,
            of: (one: FigureSession) => number(one.cost),
            format: 'decimals2' as const,
          },
          {
            name: `Fees in period (${currency})`,
            of: (one: FigureSession) => number(one.fees),
            format: 'decimals2' as const,
          },
          {
            name: 'Energy without a price',
            of: (one: FigureSession) => number(one.unpriced),
            format: 'decimals3' as const,
          },
        ]),
    { name: 'Average power (W)', of: (one) => number(one.averagePowerW), format: 'whole' },
    { name: 'Charge at start (%)', of: (one) => number(one.socStart) },
    { name: 'Charge at end (%)', of: (one) => number(one.socEnd) },
    { name: 'Range gained (km)', of: (one) => number(one.rangeGainKm) },
    { name: 'Location', of: (one) => text(one.locationLabel), width: 24 },
    { name: 'Location id', of: (one) => text(one.locationId), width: ID },
    { name: 'Address', of: (one) => text(one.address), width: 30 },
    {
      name: 'In no total because',
      of: ({ excluded }) => text(excluded === null ? null : EXCLUSION_REASON_LABELS[excluded]),
    },
    {
      name: 'Exceptions',
      of: (one) => text(one.exceptions.map((kind) => EXCEPTION_LABELS[kind]).join('; ')),
      width: 40,
    },
    { name: 'Decision', of: ({ decision }) => text(decision?.kind ?? null) },
    { name: 'Reason', of: ({ decision }) => text(decision?.reason ?? null), width: 30 },
  ];
  return columns.filter((column) => column !== null);
}

function amountColumns<Row extends FigureSums>(currency: string | null): FileColumn<Row>[] {
  const amount = (
    name: string,
    of: (sums: Row) => string | number | null,
    format: FileColumn<Row>['format'],
  ) => ({
    name,
    of: (sums: Row) => number(of(sums)),
    ...(format === undefined ? {} : { format }),
  });
  return [
    amount('Sessions', (sums) => sums.sessions, 'whole'),
    amount('Energy', (sums) => sums.energy, 'decimals3'),
    { name: 'Energy unit', of: (sums) => text(sums.unit) },
    amount('t1', (sums) => sums.registers.t1, 'decimals3'),
    amount('t2', (sums) => sums.registers.t2, 'decimals3'),
    amount('t3', (sums) => sums.registers.t3, 'decimals3'),
    amount('t4', (sums) => sums.registers.t4, 'decimals3'),
    amount('In no register', (sums) => sums.registers.rest, 'decimals3'),
    ...(currency === null
      ? []
      : [
          amount(`Cost (${currency})`, (sums) => sums.cost, 'decimals2'),
          amount(`Fees (${currency})`, (sums) => sums.fees, 'decimals2'),
          amount('Energy without a price', (sums) => sums.unpriced, 'decimals3'),
        ]),
    amount('Duration (s)', (sums) => sums.durationMs / 1000, 'whole'),
    amount('Average power (W)', averagePowerW, 'whole'),
    amount('Highest session average (W)', (sums) => sums.highestAverageW, 'whole'),
    amount('Charge gained (%)', (sums) => sums.socGain, undefined),
    amount('Sessions with charge', (sums) => sums.socSessions, 'whole'),
    amount('Range gained (km)', (sums) => sums.rangeGain, undefined),
    amount('Sessions with range', (sums) => sums.rangeSessions, 'whole'),
    amount('Doubtful sessions', (sums) => sums.doubtful, 'whole'),
  ];
}

function collectivesName(key: string, names: ColumnNames['collectives']): string {
  if (key === '') return 'In no chosen Collective';
  return key
    .split('+')
    .map((id) => names.get(id) ?? id)
    .join(' + ');
}

/** The cell of a key, by its name if the key alone means little. */
function keyCell(by: Grouping, row: FigureRow, at: number, names: ColumnNames): FileCell {
  const { key, label } = row.keys[at] ?? { key: '', label: null };
  switch (by) {
    case 'entity':
      return text(label ?? key);
    case 'collective':
      return text(collectivesName(key, names.collectives));
    case 'location':
      return text(key === '' ? 'No Location matched' : (label ?? key));
    case 'address':
      return text(key === '' ? 'No address reported' : key);
    case 'hour':
      return instant(key, names.zone);
    case 'hour-weekday': {
      const [weekday, hour] = key.split('-');
      return text(`${WEEKDAYS[Number(weekday) - 1] ?? ''} ${hour}:00`);
    }
    case 'register':
      return text(key === NO_REGISTER ? 'In no register' : key);
    case 'day':
    case 'week':
    case 'month':
      return day(key);
  }
}

const isLong = (by: Grouping) => by === 'entity' || by === 'location' || by === 'collective';

/** The columns of groups: two for each grouping, then the amounts. */
export function groupColumns(by: readonly Grouping[], names: ColumnNames): FileColumn<FigureRow>[] {
  return [
    ...by.flatMap((each, at): FileColumn<FigureRow>[] => [
      {
        name: each === 'hour' ? `Hour (${names.zone})` : GROUPING_LABELS[each],
        of: (row) => keyCell(each, row, at, names),
        width: 24,
      },
      {
        name: isLong(each) ? `${GROUPING_LABELS[each]} id` : `${GROUPING_LABELS[each]} key`,
        of: (row) => text(row.keys[at]?.key ?? null),
        width: isLong(each) ? ID : 14,
      },
    ]),
    ...amountColumns<FigureRow>(names.currency),
  ];
}

/** A line of a statement with whom it is for. */
export interface StatementRow {
  statement: Statement;
  /** Null: the total. */
  line: StatementLine | null;
}

/** The lines of statements, each followed by its total. */
export function* statementRows(statements: Iterable<Statement>): Generator<StatementRow> {
  for (const statement of statements) {
    for (const line of statement.lines) yield { statement, line };
    yield { statement, line: null };
  }
}

/** The columns of statements. */
export function statementColumns(
  of: 'entity' | 'collective',
  names: ColumnNames,
): FileColumn<StatementRow>[] {
  return [
    {
      name: GROUPING_LABELS[of],
      of: ({ statement: { key, label } }) =>
        text(of === 'entity' ? (label ?? key) : collectivesName(key, names.collectives)),
      width: 24,
    },
    { name: `${GROUPING_LABELS[of]} id`, of: ({ statement }) => text(statement.key), width: ID },
    { name: 'Line', of: ({ line }) => text(line === null ? 'Total' : line.name), width: 40 },
    { name: 'Tariff', of: ({ line }) => text(line?.tariff ?? null), width: 24 },
    {
      name: 'Sessions',
      of: ({ line, statement }) => number((line ?? statement).sessions),
      format: 'whole',
    },
    { name: 'Energy', of: ({ line }) => number(line?.energy ?? null), format: 'decimals3' },
    { name: 'Energy unit', of: ({ line }) => text(line?.unit ?? null) },
    {
      name: `Amount (${names.currency ?? 'no tariff'})`,
      of: ({ line, statement }) => number(line === null ? statement.total : line.amount),
      format: 'decimals2',
    },
    {
      name: 'Exact cost',
      of: ({ line, statement }) => number(line === null ? statement.cost : line.cost),
    },
    {
      name: 'Doubtful sessions',
      of: ({ line, statement }) => number(line === null ? statement.doubtful : null),
      format: 'whole',
    },
  ];
}
