import Box from '@mui/material/Box';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { formatNumber, shortId } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { ClockText, DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { batchVerb } from './batch-labels.ts';

interface BatchesTableProps {
  batches: readonly BatchSummary[];
  /** Accessible name of the table. */
  label: string;
  /** Whether the Collective is a column. */
  withCollective?: boolean;
  /** Whether all are of one day: the time of day is enough. */
  ofOneDay?: boolean;
}

/** Batches as dense rows. */
export function BatchesTable(props: BatchesTableProps) {
  const { batches, label, withCollective = true, ofOneDay = false } = props;
  const columns = COLUMNS.filter(({ key }) => withCollective || key !== 'collective');
  return (
    <DataTable
      label={label}
      columns={[...columns, ofOneDay ? TIME : WHEN]}
      rows={batches}
      rowKey={(batch) => batch.id}
    />
  );
}

function collectiveName(batch: BatchSummary): string {
  return batch.collectiveName ?? `Collective ${shortId(batch.collectiveId)}`;
}

/** When its next Command triggers; nothing if none is planned. */
function Next({ batch: { nextTriggerAt } }: { batch: BatchSummary }) {
  if (nextTriggerAt === null) return null;
  return (
    <>
      next <RelativeTimeText instant={nextTriggerAt} />
    </>
  );
}

const COLUMNS: readonly Column<BatchSummary>[] = [
  {
    key: 'verb',
    header: 'Command',
    cell: (batch) => (
      <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
        {batchVerb(batch)}
      </AppLink>
    ),
    phone: 'name',
  },
  {
    key: 'collective',
    header: 'Collective',
    width: '18%',
    cell: (batch) => (
      <AppLink to="/collectives/$collectiveId" params={{ collectiveId: batch.collectiveId }}>
        {collectiveName(batch)}
      </AppLink>
    ),
    phone: 'line',
    phoneCell: collectiveName,
  },
  {
    key: 'count',
    header: 'Entities',
    width: '76px',
    numeric: true,
    cell: (batch) => formatNumber(batch.memberCount),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    width: '32%',
    wraps: true,
    cell: (batch) => (
      <Box
        sx={{
          display: 'grid',
          gap: 0.25,
          gridTemplateColumns: 'minmax(0, 1fr)',
          '& > span:empty': { display: 'none' },
          '& > span': { fontSize: '0.75rem', lineHeight: 1.25, color: 'text.secondary' },
        }}
      >
        <OutcomeBar batch={batch} />
        <span>
          <Next batch={batch} />
        </span>
      </Box>
    ),
    phone: 'end',
    phoneCell: (batch) => <OutcomeBar batch={batch} compact />,
  },
  { key: 'who', header: 'By', width: '112px', wraps: true, cell: (batch) => batch.operator.name },
];

const WHEN: Column<BatchSummary> = {
  key: 'when',
  header: 'When',
  width: '152px',
  cell: (batch) => <DateTimeText instant={batch.createdAt} />,
  phone: 'line',
  phoneCell: (batch) => (
    <>
      {batch.nextTriggerAt === null ? (
        <RelativeTimeText instant={batch.createdAt} />
      ) : (
        <Next batch={batch} />
      )}
    </>
  ),
};
/** As wide as with a date: the tables of several days are aligned. */
const TIME: Column<BatchSummary> = {
  ...WHEN,
  cell: (batch) => <ClockText instant={batch.createdAt} />,
};
