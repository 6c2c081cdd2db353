import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { FigureRow, FigureSession } from '../../../contract/console/report-figures.ts';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { SealedDifferences } from '../../../contract/console/sealed-report.ts';
import { formatCount, formatNumber, MISSING } from '../../../domain/format.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import { shownEnergy, shownMoney } from '../../../domain/reports/shown-figures.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { query } from '../../api/query.ts';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { Live } from '../../components/live.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { groupLabels } from '../report/group-labels.ts';
import { unitLabel } from '../report/group-table.tsx';
import { remarksOf, startLabel } from '../report/session-table.tsx';
import { SOON, useSoon } from '../report/use-report.ts';

interface DifferencesProps {
  id: string;
  by: readonly Grouping[];
  zone: string;
  /** Null: no tariff, so no cost. */
  currency: string | null;
}

/** What differs between a sealed report and the same one of today, by group and by session. */
export function Differences({ id, ...shown }: DifferencesProps) {
  const read = useQuery({
    ...query(CONSOLE_ROUTES.sealedDifferences, { params: { id } }),
    ...SOON,
  });
  const { ready, computing } = useSoon(read);
  return (
    <Section title="What differs from today">
      <Live sx={{ fontSize: '0.8125rem' }}>
        {computing !== null && (
          <ProgressBar label="Sessions added up" done={computing.done} total={computing.of} />
        )}
        {ready !== undefined && differenceText(ready)}
      </Live>
      {ready === undefined && computing === null && (
        <ReadBlock read={read} what="what differs from today" rows={2} />
      )}
      {ready !== undefined && <Both {...shown} {...ready} />}
    </Section>
  );
}

function Both({ groups, groupCount, sessions, sessionCount, ...shown }: Shown & SealedDifferences) {
  const names = useCollectiveNames();
  const rows = pairsOf(groups);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Pairs
        label="Groups that differ"
        columns={groupColumns(shown, rows, names)}
        pairs={rows}
        keyOf={({ keys, unit }) => JSON.stringify([keys.map(({ key }) => key), unit])}
        count={groupCount}
      />
      <Pairs
        label="Sessions that differ"
        columns={sessionColumns(shown)}
        pairs={pairsOf(sessions)}
        keyOf={({ entityId, id }) => `${entityId} ${id}`}
        count={sessionCount}
      />
    </Box>
  );
}

function differenceText({ groupCount, sessionCount }: SealedDifferences): string {
  return groupCount + sessionCount === 0
    ? 'Nothing: the same report of today has the same figures.'
    : `${formatCount(groupCount, 'group', 'groups')} and ${formatCount(sessionCount, 'session', 'sessions')} differ.`;
}

/** A row when it was sealed and today, and the one that there is. */
interface Pair<Row> {
  sealed: Row | null;
  now: Row | null;
  row: Row;
}

function pairsOf<Row>(list: readonly Omit<Pair<Row>, 'row'>[]): Pair<Row>[] {
  return list.flatMap(({ sealed, now }) => {
    const row = now ?? sealed;
    return row === null ? [] : [{ sealed, now, row }];
  });
}

/** A figure of both, one if it is the same. */
function bothText<Row>({ sealed, now }: Pair<Row>, text: (row: Row) => string): string {
  const before = sealed === null ? MISSING : text(sealed);
  const after = now === null ? MISSING : text(now);
  return before === after ? before : `${before} → ${after}`;
}

function bothColumn<Row>(
  key: string,
  header: string,
  text: (row: Row) => string,
): Column<Pair<Row>> {
  return {
    key,
    header,
    numeric: true,
    width: '18%',
    cell: (pair) => bothText(pair, text),
    phone: 'more',
    phoneCell: (pair) => `${header}: ${bothText(pair, text)}`,
  };
}

interface PairsProps<Row> {
  label: string;
  columns: readonly Column<Pair<Row>>[];
  pairs: readonly Pair<Row>[];
  keyOf: (row: Row) => string;
  /** Of all that differ. */
  count: number;
}

function Pairs<Row>({ label, columns, pairs, keyOf, count }: PairsProps<Row>) {
  if (pairs.length === 0) return null;
  return (
    <div>
      <DataTable label={label} columns={columns} rows={pairs} rowKey={({ row }) => keyOf(row)} />
      {pairs.length < count && (
        <Typography variant="caption" color="textSecondary" component="p">
          The first {formatNumber(pairs.length)} of {formatNumber(count)} are listed.
        </Typography>
      )}
    </div>
  );
}

type Shown = Omit<DifferencesProps, 'id'>;

function groupColumns(
  { by, zone, currency }: Shown,
  pairs: readonly Pair<FigureRow>[],
  names: ReadonlyMap<string, string>,
): Column<Pair<FigureRow>>[] {
  const labels = by.map((each, at) =>
    groupLabels(
      each,
      pairs.flatMap(({ row }) => row.keys[at] ?? []),
      zone,
      names,
    ),
  );
  return [
    column(
      'group',
      by.map((each) => GROUPING_LABELS[each]).join(', '),
      { wraps: true, phone: 'name' },
      ({ row }) => row.keys.map(({ key }, at) => labels[at]?.get(key) ?? key).join(', '),
    ),
    bothColumn('sessions', 'Sessions', ({ sessions }) => formatNumber(sessions)),
    bothColumn(
      'energy',
      'Energy',
      ({ energy, unit }) => `${shownEnergy(energy)} ${unitLabel(unit)}`,
    ),
    ...costColumn<FigureRow>(currency),
  ];
}

const costColumn = <Row extends { cost: string | null }>(currency: string | null) =>
  currency === null
    ? []
    : [bothColumn<Row>('cost', `Cost, ${currency}`, ({ cost }) => shownMoney(cost))];

/** What is different about a session today, in words. */
function changeText({ sealed, now }: Pair<FigureSession>): string {
  if (sealed === null) return 'New since then';
  if (now === null) return 'No longer there';
  const [before, after] = [sealed, now].map((session) => remarksOf(session).join('; '));
  return before === after ? 'Changed' : `Now: ${after === '' ? 'no remark' : after}`;
}

const sessionColumns = ({ zone, currency }: Shown): Column<Pair<FigureSession>>[] => [
  column('start', 'Start', { width: '222px', phone: 'name' }, ({ row }) => startLabel(row, zone)),
  column('entity', 'Entity', { phone: 'line' }, ({ row }) => (
    <EntityLink id={row.entityId} name={row.entityName} />
  )),
  bothColumn('counted', 'Counted energy', ({ counted, unit }) =>
    counted === null ? MISSING : `${shownEnergy(counted)} ${unitLabel(unit)}`,
  ),
  ...costColumn<FigureSession>(currency),
  column('change', 'Change', { wraps: true, width: '24%', phone: 'more' }, changeText),
];
