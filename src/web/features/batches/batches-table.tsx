import Box from '@mui/material/Box';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { SENT_BY_ANOTHER } from '../../../contract/console/fleet-entity.ts';
import { type OthersCommands, ANOTHER_SYSTEM } from '../../../contract/console/others-commands.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { collectiveLabel, formatNumber, shortId } from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';
import { AppLink, BatchLink } from '../../components/app-link.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { CountsBar, OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { ClockText, DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import type { Sent } from './batches-queries.ts';

interface BatchesTableProps {
  rows: readonly Sent[];
  /** Accessible name of the table. */
  label: string;
  /** Whether the Collective is a column. */
  withCollective?: boolean;
  /** Whether all are of one day: the time of day is enough. */
  ofOneDay?: boolean;
}

/** What was sent, as dense rows. */
export function BatchesTable(props: BatchesTableProps) {
  const { rows, label, withCollective = true, ofOneDay = false } = props;
  const columns = COLUMNS.filter(({ key }) => withCollective || key !== 'collective');
  return (
    <DataTable
      label={label}
      columns={[...columns, ofOneDay ? TIME : WHEN]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

/** When its next Command triggers; nothing if none is planned. */
function Next({ nextTriggerAt }: Pick<BatchSummary, 'nextTriggerAt'>) {
  if (nextTriggerAt === null) return null;
  return (
    <>
      next <RelativeTimeText instant={nextTriggerAt} />
    </>
  );
}

/** The Collective of a batch; of what other systems sent the Entity, if there is one only. */
function To({ batch, others }: Sent) {
  if (batch !== null) {
    return (
      <AppLink to="/collectives/$collectiveId" params={{ collectiveId: batch.collectiveId }}>
        {collectiveLabel(batch)}
      </AppLink>
    );
  }
  if (others.entity === null) return null;
  const { id, name } = others.entity;
  return (
    <AppLink to="/entities/$entityId" params={{ entityId: id }} search={{ tab: 'commands' }}>
      {name ?? `Entity ${shortId(id)}`}
    </AppLink>
  );
}

/** The operator, or another system. */
export const senderOf = ({ batch }: Sent) => batch?.operator.name ?? SENT_BY_ANOTHER;

const COLUMNS: readonly Column<Sent>[] = [
  column('verb', 'Command', { phone: 'name' }, (sent) => <What {...sent} />),
  {
    key: 'collective',
    header: 'Collective',
    width: '18%',
    cell: (sent) => <To {...sent} />,
    phone: 'line',
    phoneCell: ({ batch, others }) =>
      batch === null ? (others.entity?.name ?? null) : collectiveLabel(batch),
  },
  column('count', 'Entities', { width: '76px', numeric: true }, ({ batch, others }) =>
    formatNumber(batch?.memberCount ?? others?.entities ?? 0),
  ),
  {
    key: 'outcome',
    header: 'Outcome',
    width: '32%',
    wraps: true,
    cell: (sent) => (
      <Box
        sx={{
          display: 'grid',
          gap: 0.25,
          gridTemplateColumns: 'minmax(0, 1fr)',
          '& > span:empty': { display: 'none' },
          '& > span': { fontSize: '0.75rem', lineHeight: 1.25, color: 'text.secondary' },
        }}
      >
        <Outcome {...sent} />
        <span>{sent.batch !== null && <Next {...sent.batch} />}</span>
      </Box>
    ),
    phone: 'end',
    phoneCell: (sent) => <Outcome {...sent} compact />,
  },
  {
    key: 'who',
    header: 'Sent by',
    width: '132px',
    wraps: true,
    cell: senderOf,
    phone: 'line',
    phoneCell: ({ batch }) => (batch === null ? SENT_BY_ANOTHER : null),
  },
];

const WHEN: Column<Sent> = {
  key: 'when',
  header: 'When',
  width: '152px',
  cell: ({ at, others }) => (
    <>
      <DateTimeText instant={others?.from ?? at} />
      <Until {...others} />
    </>
  ),
  phone: 'line',
  phoneCell: ({ at, batch }) =>
    batch === null || batch.nextTriggerAt === null ? (
      <RelativeTimeText instant={at} />
    ) : (
      <Next {...batch} />
    ),
};
/** As wide as with a date: the tables of several days are aligned. */
const TIME: Column<Sent> = {
  ...WHEN,
  cell: ({ at, others }) => (
    <>
      <ClockText instant={others?.from ?? at} />
      <Until {...others} />
    </>
  ),
};

/** The last time of several. */
function Until({ from, to }: Partial<OthersCommands>) {
  if (to === undefined || from === to) return null;
  return (
    <>
      –<ClockText instant={to} />
    </>
  );
}

/** The Command, with a link to its batch, or to its like of the same day if other systems sent it to several. */
export function What({ batch, others }: Sent) {
  if (batch === null) return <OthersWhat others={others} />;
  return <BatchLink id={batch.id}>{requestLabel(batch.items)}</BatchLink>;
}

function OthersWhat({ others }: { others: OthersCommands }) {
  const zone = useZone();
  const label = commandLabelWithValue(others);
  // Of one Entity, the row has the link to its Commands.
  if (others.entity !== null) return label;
  const from = dateIn(zone, Date.parse(others.from));
  const to = dateIn(zone, Date.parse(others.to));
  const search = { type: others.type ?? undefined, operator: ANOTHER_SYSTEM, from, to };
  return (
    <AppLink to="/batches" search={search}>
      {label}
    </AppLink>
  );
}

/** What became of it. */
export function Outcome({ batch, others, compact = false }: Sent & { compact?: boolean }) {
  return batch === null ? (
    <CountsBar verdictCounts={others.verdictCounts} compact={compact} />
  ) : (
    <OutcomeBar batch={batch} compact={compact} />
  );
}
