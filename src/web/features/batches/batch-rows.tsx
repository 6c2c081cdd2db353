import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useMemo } from 'react';
import type { BatchRow, BatchSummary, DispatchOutcome } from '../../../contract/console/batch.ts';
import {
  VERDICT_LABELS,
  type Verdict,
  verificationVerdict,
} from '../../../domain/command-status.ts';
import { formatCount, formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { Live } from '../../components/live.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { ClockText, DateTimeText, ExactTimeText } from '../../components/time-text.tsx';
import type { BatchSearch } from './batch-search.ts';
import { filterRows, rowError, titledWords } from './batch-words.ts';

interface BatchRowsProps {
  batch: BatchSummary;
  rows: readonly BatchRow[];
  verdict: Verdict | null;
  query: string;
  onSearch: (change: Partial<BatchSearch>) => void;
}

function EntityName({ row }: { row: BatchRow }) {
  return (
    <AppLink to="/entities/$entityId" params={{ entityId: row.entityId }}>
      {row.entityName ?? shortId(row.entityId)}
    </AppLink>
  );
}

/** What the verification says, apart from the acknowledgement. */
function VerificationText({ row }: { row: BatchRow }) {
  const { verification } = row;
  switch (verificationVerdict(verification)) {
    case 'none':
      return MISSING;
    case 'pending':
      return 'Pending';
    case 'verified':
      return (
        <>
          Verified <ClockText instant={verification?.completedAt ?? null} />
        </>
      );
    case 'failed':
      return titledWords(verification?.error ?? null) ?? 'Failed';
    case 'unrecognised':
      return verification?.status ?? 'Completed, without a result';
  }
}

function LastChange({ row }: { row: BatchRow }) {
  if (row.readError === null) return <ClockText instant={row.changedAt} />;
  return (
    <Box
      component="span"
      title={`The last reading failed: ${row.readError}`}
      sx={{ color: 'var(--mui-palette-status-amber)' }}
    >
      <WarningAmberIcon sx={{ fontSize: 15, verticalAlign: 'text-bottom' }} />
      <span className="visually-hidden">not read</span> since <ClockText instant={row.observedAt} />
    </Box>
  );
}

/** As much of a text as a dense row holds; the whole is above the table and on hover. */
const TWO_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  whiteSpace: 'normal',
  fontSize: '0.75rem',
  lineHeight: 1.25,
} as const;

function ErrorWords({ row }: { row: BatchRow }) {
  const words = rowError(row);
  if (words === null) return MISSING;
  return (
    <Box component="span" title={words} sx={TWO_LINES}>
      {words}
    </Box>
  );
}

/** What became of a row; without an accepted batch, what became of the sending. */
function RowStatus({ row, outcome }: { row: BatchRow; outcome: DispatchOutcome }) {
  return row.status === null && outcome !== 'accepted' ? (
    <OutcomeMark outcome={outcome} />
  ) : (
    <VerdictMark reported={row} />
  );
}

function columnsFor(
  kind: BatchSummary['kind'],
  outcome: DispatchOutcome,
): readonly Column<BatchRow>[] {
  const scheduled = kind === 'schedule';
  return [
    { key: 'entity', header: 'Entity', width: '20%', cell: (row) => <EntityName row={row} /> },
    { key: 'type', header: 'Type', width: '112px', cell: (row) => row.entityType ?? MISSING },
    {
      key: 'status',
      header: 'Status',
      width: '164px',
      cell: (row) => <RowStatus row={row} outcome={outcome} />,
    },
    {
      key: 'verification',
      header: 'Verification',
      width: '136px',
      cell: (row) => <VerificationText row={row} />,
    },
    {
      key: 'trigger',
      header: 'Trigger time',
      width: scheduled ? '224px' : '80px',
      cell: (row) =>
        scheduled ? (
          <ExactTimeText instant={row.triggerTime} />
        ) : (
          <ClockText instant={row.triggerTime} />
        ),
    },
    {
      key: 'error',
      header: 'Error',
      cell: (row) => <ErrorWords row={row} />,
    },
    {
      key: 'change',
      header: 'Last change',
      width: '116px',
      cell: (row) => <LastChange row={row} />,
    },
  ];
}

/** A row per Entity, filtered by verdict and text. */
export function BatchRows({ batch, rows, verdict, query, onSearch }: BatchRowsProps) {
  const shown = useMemo(() => filterRows(rows, verdict, query), [rows, verdict, query]);
  const columns = useMemo(() => columnsFor(batch.kind, batch.outcome), [batch.kind, batch.outcome]);
  const changeQuery = useCallback(
    (q: string) => onSearch({ q: q === '' ? undefined : q }),
    [onSearch],
  );

  if (rows.length === 0) {
    return (
      <EmptyState
        title={
          batch.outcome === 'sending'
            ? 'No answer yet, so no Commands are known.'
            : 'No Commands are known for this batch.'
        }
      />
    );
  }
  const filtered = verdict !== null || query !== '';
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1 }}>
        <FilterField label="Filter by Entity or error" value={query} onChange={changeQuery} />
        <Live sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {filtered
            ? `${formatNumber(shown.length)} of ${formatCount(rows.length, 'entity', 'entities')}`
            : formatCount(rows.length, 'entity', 'entities')}
          {verdict !== null && `, ${VERDICT_LABELS[verdict]} only`}
        </Live>
        {filtered && (
          <Button color="inherit" onClick={() => onSearch({ verdict: undefined, q: undefined })}>
            Show all
          </Button>
        )}
      </Box>
      {shown.length === 0 ? (
        <EmptyState title="No Entity of this batch matches these filters now." />
      ) : (
        <DataTable
          label="Entities of the batch"
          columns={columns}
          rows={shown}
          rowKey={(row) => row.commandId ?? row.entityId}
          renderNarrow={(row) => ({
            first: <EntityName row={row} />,
            second: rowError(row) ?? (
              <>
                {row.entityType ?? 'Unknown type'} · <DateTimeText instant={row.triggerTime} />
              </>
            ),
            end: <RowStatus row={row} outcome={batch.outcome} />,
          })}
        />
      )}
    </>
  );
}
