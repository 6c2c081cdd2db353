import Box from '@mui/material/Box';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { formatCount, formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { ClockText, DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { batchVerb, countSegments } from './batch-words.ts';

interface BatchesTableProps {
  batches: readonly BatchSummary[];
  /** Whether the Collective is a column; not where all are of one. */
  withCollective: boolean;
  /** Names the table where there are several on a page. */
  label?: string;
  /** The time of day suffices where a heading names the day. */
  when?: 'date and time' | 'time of day';
}

function BatchLink({ batch }: { batch: BatchSummary }) {
  return (
    <AppLink to="/batches/$batchId" params={{ batchId: batch.id }}>
      {batchVerb(batch)}
    </AppLink>
  );
}

function collectiveName(batch: BatchSummary): string {
  return batch.collectiveName ?? `Collective ${shortId(batch.collectiveId)}`;
}

/** The Commands of a batch as a bar, or a dash where there are none. */
function BatchBar({ batch }: { batch: BatchSummary }) {
  const segments = countSegments(batch.verdictCounts);
  if (segments.length === 0) return MISSING;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.25 }}>
      <TallyBar segments={segments} height={8} />
      <Box
        component="span"
        sx={{ fontSize: '0.6875rem', color: 'text.secondary', lineHeight: 1.2 }}
      >
        {segments.map(({ label, count }) => `${label} ${formatNumber(count)}`).join(' · ')}
        {batch.nextTriggerAt !== null && (
          <>
            {' · next '}
            <RelativeTimeText instant={batch.nextTriggerAt} />
          </>
        )}
      </Box>
    </Box>
  );
}

/** What is known of an unknown outcome, in words. */
function evidenceWords(batch: BatchSummary): string | null {
  return batch.outcome === 'unknown' ? (batch.resolution?.words ?? batch.unknownCause) : null;
}

/** What became of the sending, and of an unknown outcome what a check has found. */
function Sending({ batch }: { batch: BatchSummary }) {
  const words = evidenceWords(batch);
  return (
    <Box sx={{ display: 'grid', gap: 0.25, justifyItems: 'start' }}>
      <OutcomeMark outcome={batch.outcome} />
      {words !== null && (
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {words}
        </Box>
      )}
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
    header: 'Sending',
    width: '168px',
    wraps: true,
    cell: (batch) => <Sending batch={batch} />,
  },
  {
    key: 'bar',
    header: 'Commands',
    width: '17%',
    wraps: true,
    cell: (batch) => <BatchBar batch={batch} />,
  },
  { key: 'who', header: 'By', width: '112px', wraps: true, cell: (batch) => batch.operator.name },
];
const WHEN: Column<BatchSummary> = {
  key: 'when',
  header: 'When',
  width: '152px',
  cell: (batch) => <DateTimeText instant={batch.createdAt} />,
};
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
      renderNarrow={(batch) => ({
        first: <BatchLink batch={batch} />,
        second: (
          <>
            {withCollective
              ? collectiveName(batch)
              : formatCount(batch.memberCount, 'entity', 'entities')}
            {' · '}
            <RelativeTimeText instant={batch.createdAt} />
            {evidenceWords(batch) !== null && ` · ${evidenceWords(batch) ?? ''}`}
          </>
        ),
        end: <OutcomeMark outcome={batch.outcome} />,
      })}
    />
  );
}
