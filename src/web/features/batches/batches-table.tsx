import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { unknownMessage } from '../../../domain/resolution-message.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { ClockText, DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { batchVerb } from './batch-labels.ts';

interface BatchesTableProps {
  batches: readonly BatchSummary[];
  /** Whether the Collective is a column. */
  withCollective: boolean;
  /** Accessible name of the table if a page has several. */
  label?: string;
  /** The time of day is enough below a heading with the day. */
  when?: 'date and time' | 'time of day';
}

function BatchLink({ batch }: { batch: BatchSummary }) {
  return (
    <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
      {batchVerb(batch)}
    </AppLink>
  );
}

function collectiveName(batch: BatchSummary): string {
  return batch.collectiveName ?? `Collective ${shortId(batch.collectiveId)}`;
}

/** A batch as a row of a phone. */
export function narrowBatch(batch: BatchSummary, withCollective: boolean) {
  const unknown = unknownMessage(batch);
  return {
    first: <BatchLink batch={batch} />,
    second: (
      <>
        {withCollective
          ? collectiveName(batch)
          : formatCount(batch.memberCount, 'Entity', 'Entities')}
        {' · '}
        <When batch={batch} />
        {unknown !== null && ` · ${unknown}`}
      </>
    ),
    end: <OutcomeBar batch={batch} compact />,
  };
}

/** When its next Command triggers, or else when it was sent. */
function When({ batch: { nextTriggerAt, createdAt } }: { batch: BatchSummary }) {
  if (nextTriggerAt === null) return <RelativeTimeText instant={createdAt} />;
  return (
    <>
      next <RelativeTimeText instant={nextTriggerAt} />
    </>
  );
}

/** The outcome of a batch, the findings for an unknown outcome, and the next trigger time. */
function Outcome({ batch }: { batch: BatchSummary }) {
  const message = unknownMessage(batch);
  return (
    <Box sx={{ display: 'grid', gap: 0.25, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <OutcomeBar batch={batch} />
      {message !== null && <Small>{message}</Small>}
      {batch.nextTriggerAt !== null && (
        <Small>
          next <RelativeTimeText instant={batch.nextTriggerAt} />
        </Small>
      )}
    </Box>
  );
}

function Small({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ fontSize: '0.75rem', lineHeight: 1.25, color: 'text.secondary' }}>
      {children}
    </Box>
  );
}

const VERB: Column<BatchSummary> = {
  key: 'verb',
  header: 'Command',
  cell: (batch) => <BatchLink batch={batch} />,
};
const COLLECTIVE: Column<BatchSummary> = {
  key: 'collective',
  header: 'Collective',
  width: '18%',
  cell: (batch) => (
    <AppLink to="/collectives/$collectiveId" params={{ collectiveId: batch.collectiveId }}>
      {collectiveName(batch)}
    </AppLink>
  ),
};
const OTHERS: readonly Column<BatchSummary>[] = [
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
    cell: (batch) => <Outcome batch={batch} />,
  },
  { key: 'who', header: 'By', width: '112px', wraps: true, cell: (batch) => batch.operator.name },
];
const WHEN: Column<BatchSummary> = {
  key: 'when',
  header: 'When',
  width: '152px',
  cell: (batch) => <DateTimeText instant={batch.createdAt} />,
};
/** As wide as with a date: the tables of several days are aligned. */
const TIME: Column<BatchSummary> = {
  ...WHEN,
  cell: (batch) => <ClockText instant={batch.createdAt} />,
};

/** Batches as dense rows. */
export function BatchesTable(props: BatchesTableProps) {
  const { batches, withCollective, label = 'Batches', when = 'date and time' } = props;
  const first = withCollective ? [VERB, COLLECTIVE] : [VERB];
  return (
    <DataTable
      label={label}
      columns={[...first, ...OTHERS, when === 'time of day' ? TIME : WHEN]}
      rows={batches}
      rowKey={(batch) => batch.id}
      renderNarrow={(batch) => narrowBatch(batch, withCollective)}
    />
  );
}
