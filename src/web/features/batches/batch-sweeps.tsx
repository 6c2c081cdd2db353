import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  SWEEP_ROUTES,
  type Sweep,
  type SweepItem,
  type SweepItemState,
} from '../../../contract/console/sweep.ts';
import { formatCount, formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { Section } from '../../components/section.tsx';
import { ClockText, DateTimeText } from '../../components/time-text.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Read } from '../../components/read.tsx';

/** How often the list of a running sweep is read again while it is open, in ms. */
const ITEMS_POLL_MS = 2500;

/** The cancel sweeps of a batch: what was canceled, what was not and why. Nothing if there are none. */
export function BatchSweeps({ dispatchId }: { dispatchId: string }) {
  const sweeps = useQuery(query(SWEEP_ROUTES.sweeps, { params: { id: dispatchId } }));
  if (sweeps.data === undefined) {
    return sweeps.error === null ? null : (
      <Section title="Canceling">
        <ErrorPanel
          what="The cancellations could not be read"
          error={sweeps.error}
          onRetry={() => void sweeps.refetch()}
          retrying={sweeps.isFetching}
        />
      </Section>
    );
  }
  if (sweeps.data.sweeps.length === 0) return null;
  return (
    <Section title="Canceling" aside={<AsOf read={sweeps} what="the cancellations" />}>
      {sweeps.data.sweeps.map((sweep) => (
        <SweepBlock key={sweep.id} sweep={sweep} />
      ))}
    </Section>
  );
}

const STATE_LABELS: Readonly<Record<Sweep['state'], string>> = {
  running: 'Canceling, soonest first',
  stopped: 'Stopped',
  done: 'Done',
};

function SweepBlock({ sweep }: { sweep: Sweep }) {
  const [open, setOpen] = useState(false);
  const { counts, total } = sweep;
  const done = total - counts.waiting;
  return (
    <Box component="section" aria-label="Cancel sweep" sx={{ py: 1 }}>
      <Live>
        <Typography variant="body2">
          <strong>{STATE_LABELS[sweep.state]}</strong>: {formatNumber(done)} of{' '}
          {formatCount(total, 'Command', 'Commands')}. Started by {sweep.operatorName},{' '}
          <DateTimeText instant={sweep.createdAt} />
          {sweep.reason !== null && <>, reason: “{sweep.reason}”</>}.
        </Typography>
        <ProgressBar label="Commands processed" done={done} total={total} />
        <Typography variant="body2" component="div">
          <Tally label={RESULTS.canceled} count={counts.canceled} />
          <Tally label={RESULTS['too-late']} count={counts.tooLate} />
          <Tally label={RESULTS.refused} count={counts.refused} />
          <Tally label={RESULTS.unknown} count={counts.unknown} />
          {counts.waiting > 0 && <Tally label={RESULTS.waiting} count={counts.waiting} />}
        </Typography>
      </Live>
      <Box sx={{ display: 'flex', gap: 1, mt: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <SweepControl sweep={sweep} />
        <Button color="inherit" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide the Commands' : 'Show the Commands'}
        </Button>
      </Box>
      {open && <ItemsOf sweepId={sweep.id} />}
    </Box>
  );
}

function Tally({ label, count }: { label: string; count: number }) {
  return (
    <Box component="span" sx={{ mr: 2, fontVariantNumeric: 'tabular-nums' }}>
      {label} <strong>{formatNumber(count)}</strong>
    </Box>
  );
}

/** Stops or resumes a sweep. */
function SweepControl({ sweep }: { sweep: Sweep }) {
  const permission = usePermission('cancel-command');
  const stops = sweep.state === 'running';
  const acting = useMutation(mutation(stops ? SWEEP_ROUTES.stopSweep : SWEEP_ROUTES.resumeSweep));
  if (sweep.state === 'done') return null;
  const off = acting.isPending || !permission.allowed;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-disabled={off}
        onClick={() => {
          if (!off) acting.mutate({ params: { id: sweep.id } });
        }}
      >
        {stops ? 'Stop canceling' : `Resume ${formatNumber(sweep.counts.waiting)}`}
      </Button>
      {permission.reason !== null && (
        <Typography variant="caption" color="textSecondary">
          {permission.reason}
        </Typography>
      )}
      {acting.isError && (
        <ErrorPanel what={stops ? 'Not stopped' : 'Not resumed'} error={acting.error} />
      )}
    </>
  );
}

/** The results of Commands; those that were not canceled need attention and come first. */
const RESULTS = {
  unknown: 'Unknown',
  refused: 'Refused',
  'too-late': 'Too late',
  waiting: 'Waiting',
  canceled: 'Canceled',
} as const satisfies Record<SweepItemState, string>;
const ORDER = Object.keys(RESULTS);

const COLUMNS: readonly Column<SweepItem>[] = [
  {
    key: 'entity',
    header: 'Entity',
    width: '22%',
    cell: (item) => item.entityName ?? shortId(item.entityId),
    phone: 'name',
  },
  {
    key: 'trigger',
    header: 'Trigger time',
    width: '168px',
    cell: (item) => <DateTimeText instant={item.triggerTime} />,
    phone: 'line',
  },
  {
    key: 'state',
    header: 'Result',
    width: '104px',
    cell: (item) => RESULTS[item.state],
    phone: 'end',
  },
  {
    key: 'words',
    header: 'Message',
    wraps: true,
    cell: (item) => item.words ?? MISSING,
    phone: 'line',
  },
  { key: 'at', header: 'At', width: '88px', cell: (item) => <ClockText instant={item.at} /> },
];

/** The Commands of a sweep with their results. */
function ItemsOf({ sweepId }: { sweepId: string }) {
  const sweep = useQuery({
    ...query(SWEEP_ROUTES.sweep, { params: { id: sweepId } }),
    refetchInterval: ({ state }) => (state.data?.sweep.state === 'running' ? ITEMS_POLL_MS : false),
  });
  return (
    <Read query={sweep} what="the Commands" rows={3}>
      {({ items }) => (
        <DataTable
          label="Commands of the sweep"
          columns={COLUMNS}
          rows={items.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))}
          rowKey={(item) => item.commandId}
        />
      )}
    </Read>
  );
}
