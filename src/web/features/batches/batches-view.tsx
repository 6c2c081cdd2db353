import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { formatCount } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { byDay, dayName } from './batches-days.ts';
import { BatchesTable } from './batches-table.tsx';

interface BatchesViewProps {
  /** Undefined before the first page. */
  batches: readonly BatchSummary[] | undefined;
  /** Those that can still change, planned ones too; they are only at the top. */
  running: readonly BatchSummary[];
  asOf: string | null;
  error: unknown;
  fetching: boolean;
  onRefresh: () => void;
  /** Whether there are older ones. */
  more: boolean;
  onOlder: () => void;
  /** Whether the list is filtered, so that an empty one says so. */
  narrowed: boolean;
  zone: string;
  nowMs: number;
  /** How this page updates automatically. */
  live: 'starting' | 'live' | 'polling' | 'stale';
  filters: ReactNode;
}

/** Activity in all its states: running batches, planned ones, then the others by day. */
export function BatchesView(props: BatchesViewProps) {
  const { batches, running, asOf, error, fetching, onRefresh, filters } = props;
  return (
    <>
      <PageHeader
        title="Activity"
        fresh={
          batches !== undefined && (
            <AsOf
              read={{ asOf, error, fetching, onRefresh }}
              what="the batches"
              live={props.live}
            />
          )
        }
      >
        <span>Batches sent to Collectives, newest first</span>
      </PageHeader>
      {filters}
      {batches === undefined && (
        <ReadBlock read={{ error, isFetching: fetching, refetch: onRefresh }} what="the batches" />
      )}
      {batches !== undefined && batches.length === 0 && running.length === 0 && (
        <Nothing narrowed={props.narrowed} />
      )}
      {batches !== undefined && (batches.length > 0 || running.length > 0) && (
        <Lists {...props} batches={batches} />
      )}
    </>
  );
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (narrowed) {
    return (
      <EmptyState title="No batch matches these filters.">
        <span>Clear a filter to see more.</span>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing has been sent from this console yet.">
      <span>
        Open a <TextLink to="/collectives">Collective</TextLink> and press Dispatch; each batch then
        keeps its record here.
      </span>
    </EmptyState>
  );
}

const soonestFirst = (a: BatchSummary, b: BatchSummary) =>
  (instantMs(a.nextTriggerAt) ?? 0) - (instantMs(b.nextTriggerAt) ?? 0);

function Lists(props: BatchesViewProps & { batches: readonly BatchSummary[] }) {
  const { batches, running: moving, zone, nowMs, more, onOlder, fetching, error } = props;
  const pinned = new Set(moving.map(({ id }) => id));
  const running = moving.filter((batch) => isRunning(batch, nowMs));
  const planned = moving.filter((batch) => !isRunning(batch, nowMs)).toSorted(soonestFirst);
  const ended = batches.filter(({ id }) => !pinned.has(id));
  return (
    <>
      {running.length > 0 && (
        <Section title={`Running (${running.length})`}>
          <BatchesTable label="Running batches" batches={running} withCollective />
        </Section>
      )}
      {planned.length > 0 && (
        <Section title={`Planned (${planned.length})`}>
          <BatchesTable label="Planned batches" batches={planned} withCollective />
        </Section>
      )}
      {byDay(ended, zone).map(({ date, batches: ofDay }) => {
        const name = dayName(date, zone, nowMs);
        return (
          <Section key={date} title={name}>
            <BatchesTable
              label={`Batches of ${name}`}
              batches={ofDay}
              withCollective
              when="time of day"
            />
          </Section>
        );
      })}
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', pt: 2 }}
        component="footer"
      >
        <output>
          {formatCount(ended.length + moving.length, 'batch', 'batches')}
          {more ? ', and there are older ones' : ', no older ones'}
        </output>
        {more && (
          <Button
            variant="outlined"
            color="inherit"
            onClick={onOlder}
            aria-disabled={fetching}
            aria-label="Show older batches"
          >
            {fetching ? 'Reading' : 'Older'}
          </Button>
        )}
        {more && error !== null && <span>Older batches could not be read; try again.</span>}
      </Box>
    </>
  );
}
