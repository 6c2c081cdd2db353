import type { FigureRow, FigureSession } from '../../contract/console/report-figures.ts';
import type { Grouping } from '../../contract/console/report-definition.ts';
import type { Statement, StatementLine } from '../../contract/console/statement.ts';
import { instantMs } from '../../domain/instant.ts';
import { averagePowerW } from '../../domain/reports/shown-figures.ts';
import {
  EXCEPTION_LABELS,
  EXCLUSION_REASON_LABELS,
} from '../../domain/reports/exception-labels.ts';
import { NO_REGISTER } from '../../domain/reports/groups.ts';
import { GROUPING_LABELS } from '../../domain/reports/report-labels.ts';
import { REGISTERS } from '../../domain/session-maths.ts';
import { amount, cells, words, type FileCell, type FileColumn } from './file-table.ts';

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
/** Widths of columns of names and ids, in characters. */
const [NAME, ID] = [24, 38];

/** The names that the columns of a report need. */
export interface ColumnNames {
  zone: string;
  siteTime: boolean;
  /** Null: nothing is priced. */
  currency: string | null;
  /** Names of Collectives by id. */
  collectives: ReadonlyMap<string, string>;
}

function durationS({ start, end }: FigureSession): number | null {
  const [from, to] = [instantMs(start), instantMs(end)];
  return from === null || to === null ? null : (to - from) / 1000;
}

/** The columns of sessions. */
export function sessionColumns(names: ColumnNames): FileColumn<FigureSession>[] {
  const { zone, siteTime, currency } = names;
  const time = (name: 'Start' | 'End', of: (one: FigureSession) => string | null) =>
    cells<FigureSession>(
      `${name} (${siteTime ? 'local' : zone})`,
      (one) => {
        const instant = of(one);
        return instant === null ? null : { kind: 'instant', instant, zone: one.zone ?? zone };
      },
      20,
    );
  const priced: FileColumn<FigureSession>[] = [
    amount(`Cost in period (${currency})`, (one) => one.cost, 'decimals2'),
    amount(`Fees in period (${currency})`, (one) => one.fees, 'decimals2'),
    amount('Energy without a price', (one) => one.unpriced, 'decimals3'),
  ];
  return [
    words('Entity', (one) => one.entityName, NAME),
    words('Entity id', (one) => one.entityId, ID),
    words('Session id', (one) => one.id, ID),
    time('Start', (one) => one.start),
    time('End', (one) => one.end),
    ...(siteTime ? [words<FigureSession>('Zone', (one) => one.zone ?? zone, 20)] : []),
    amount('Duration (s)', durationS, 'whole'),
    amount('Sessions in period', (one) => (one.excluded === null ? 1 : 0)),
    amount('Energy in period', (one) => one.counted, 'decimals3'),
    words('Energy unit', (one) => one.unit),
    amount('Energy of session', (one) => one.energy, 'decimals3'),
    ...REGISTERS.map((name) =>
      amount<FigureSession>(name, (one) => one.registers[name], 'decimals3'),
    ),
    ...(currency === null ? [] : priced),
    amount('Average power (W)', (one) => one.averagePowerW, 'whole'),
    amount('Charge at start (%)', (one) => one.socStart),
    amount('Charge at end (%)', (one) => one.socEnd),
    amount('Range gained (km)', (one) => one.rangeGainKm),
    words('Location', (one) => one.locationLabel, NAME),
    words('Location id', (one) => one.locationId, ID),
    words('Address', (one) => one.address, 30),
    words('In no total because', ({ excluded }) =>
      excluded === null ? null : EXCLUSION_REASON_LABELS[excluded],
    ),
    words(
      'Exceptions',
      (one) => one.exceptions.map((kind) => EXCEPTION_LABELS[kind]).join('; '),
      40,
    ),
    words('Decision', ({ decision }) => decision?.kind ?? null),
    words('Reason', ({ decision }) => decision?.reason ?? null, 30),
  ];
}

function amountColumns(currency: string | null): FileColumn<FigureRow>[] {
  const priced: FileColumn<FigureRow>[] = [
    amount(`Cost (${currency})`, (sums) => sums.cost, 'decimals2'),
    amount(`Fees (${currency})`, (sums) => sums.fees, 'decimals2'),
    amount('Energy without a price', (sums) => sums.unpriced, 'decimals3'),
  ];
  return [
    amount('Sessions', (sums) => sums.sessions, 'whole'),
    amount('Energy', (sums) => sums.energy, 'decimals3'),
    words('Energy unit', (sums) => sums.unit),
    ...REGISTERS.map((name) =>
      amount<FigureRow>(name, (sums) => sums.registers[name], 'decimals3'),
    ),
    amount('In no register', (sums) => sums.registers.rest, 'decimals3'),
    ...(currency === null ? [] : priced),
    amount('Duration (s)', (sums) => sums.durationMs / 1000, 'whole'),
    amount('Average power (W)', averagePowerW, 'whole'),
    amount('Highest session average (W)', (sums) => sums.highestAverageW, 'whole'),
    amount('Charge gained (%)', (sums) => sums.socGain),
    amount('Sessions with charge', (sums) => sums.socSessions, 'whole'),
    amount('Range gained (km)', (sums) => sums.rangeGain),
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
  const text = (of: string): FileCell => ({ kind: 'text', text: of });
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
      return { kind: 'instant', instant: key, zone: names.zone };
    case 'hour-weekday': {
      const [weekday, hour] = key.split('-');
      return text(`${WEEKDAYS[Number(weekday) - 1] ?? ''} ${hour}:00`);
    }
    case 'register':
      return text(key === NO_REGISTER ? 'In no register' : key);
    case 'day':
    case 'week':
    case 'month':
      return { kind: 'day', date: key };
  }
}

const isLong = (by: Grouping) => by === 'entity' || by === 'location' || by === 'collective';

/** The columns of groups: two for each grouping, then the amounts. */
export function groupColumns(by: readonly Grouping[], names: ColumnNames): FileColumn<FigureRow>[] {
  return [
    ...by.flatMap((each, at) => {
      const label = GROUPING_LABELS[each];
      return [
        cells<FigureRow>(
          each === 'hour' ? `Hour (${names.zone})` : label,
          (row) => keyCell(each, row, at, names),
          NAME,
        ),
        words<FigureRow>(
          isLong(each) ? `${label} id` : `${label} key`,
          (row) => row.keys[at]?.key ?? null,
          isLong(each) ? ID : undefined,
        ),
      ];
    }),
    ...amountColumns(names.currency),
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
  { currency, collectives }: ColumnNames,
): FileColumn<StatementRow>[] {
  const who = GROUPING_LABELS[of];
  const nameOf = ({ key, label }: Statement) =>
    of === 'entity' ? (label ?? key) : collectivesName(key, collectives);
  return [
    words(who, ({ statement }) => nameOf(statement), NAME),
    words(`${who} id`, ({ statement }) => statement.key, ID),
    words('Line', ({ line }) => line?.name ?? 'Total', 40),
    words('Tariff', ({ line }) => line?.tariff ?? null, NAME),
    amount('Sessions', ({ line, statement }) => (line ?? statement).sessions, 'whole'),
    amount('Energy', ({ line }) => line?.energy ?? null, 'decimals3'),
    words('Energy unit', ({ line }) => line?.unit ?? null),
    amount(
      `Amount (${currency ?? 'no tariff'})`,
      ({ line, statement }) => (line === null ? statement.total : line.amount),
      'decimals2',
    ),
    amount('Exact cost', ({ line, statement }) => (line ?? statement).cost),
    amount(
      'Doubtful sessions',
      ({ line, statement }) => (line === null ? statement.doubtful : null),
      'whole',
    ),
  ];
}
