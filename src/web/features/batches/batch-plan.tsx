import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { BatchPart, BatchSummary } from '../../../contract/console/batch.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import type { Job } from '../../../contract/console/job.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { plannedTimeLine } from '../../../domain/planned-time.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { TallyBar, countSegments } from '../../components/status/tally-bar.tsx';
import {
  CountdownText,
  RelativeTimeText,
  ExactTimeText,
  DateTimeText,
} from '../../components/time-text.tsx';
import { ZoneDataNote } from '../../components/zone-data-note.tsx';
import { JobItems } from '../jobs/job-items.tsx';
import { tallyLabel } from '../jobs/job-labels.ts';
import { JobControl, JobProgress, CancelDialog } from '../jobs/job-progress.tsx';
import type { BatchSearch } from './batch-search.ts';

interface BatchPlanProps {
  batch: BatchSummary;
  /** By planned item. */
  parts: readonly BatchPart[];
  /** Index of the item that the page shows. */
  shown: number;
  onSearch: (change: Partial<BatchSearch>) => void;
}

interface PlannedItem {
  item: BatchSummary['items'][number];
  place: number;
  counts: Readonly<Record<string, number>>;
}

function columnsFor(props: BatchPlanProps): readonly Column<PlannedItem>[] {
  const { batch, shown, onSearch } = props;
  return [
    column('command', 'Command', { width: '20%', phone: 'name' }, ({ item, place }) => {
      const on = shown === place;
      return (
        <Button
          color="inherit"
          aria-pressed={on}
          onClick={() => onSearch({ item: place })}
          sx={{ fontWeight: on ? 700 : 500, px: 0.5, justifyContent: 'flex-start' }}
        >
          {commandLabelWithValue(item)}
        </Button>
      );
    }),
    column('when', 'Planned for', { wraps: true, phone: 'line' }, ({ item }) => (
      <>
        <time dateTime={item.triggerTime ?? undefined}>{plannedTimeLine(item)}</time>
        <ZoneDataNote item={item} />
      </>
    )),
    column('in', 'When', { width: '116px', phone: 'line' }, ({ item, counts }) =>
      (counts['pending'] ?? 0) > 0 ? (
        <CountdownText instant={item.triggerTime} />
      ) : (
        <RelativeTimeText instant={item.triggerTime} />
      ),
    ),
    column('bar', 'Entities', { width: '22%', phone: 'more' }, ({ counts }) => (
      <ItemTally counts={counts} />
    )),
    column(
      'act',
      <span className="visually-hidden">Cancel</span>,
      { width: '132px', phone: 'end' },
      ({ item, counts }) => (
        <SweepButton
          batch={batch}
          scope={{ count: counts['pending'] ?? 0, soonestMs: instantMs(item.triggerTime), item }}
        />
      ),
    ),
  ];
}

/** The planned items of a schedule with the states of their Entities; pressing one shows it below. */
export function BatchPlan(props: BatchPlanProps) {
  const { batch, parts } = props;
  const planned = useMemo(
    () => batch.items.map((item, place) => ({ item, place, counts: parts[place]?.counts ?? {} })),
    [batch.items, parts],
  );
  return (
    <DataTable
      label="Planned Commands"
      columns={columnsFor(props)}
      rows={planned}
      rowKey={({ place }) => String(place)}
    />
  );
}

function ItemTally({ counts }: Pick<PlannedItem, 'counts'>) {
  const segments = countSegments(counts);
  return (
    <>
      {segments.length > 1 && <TallyBar segments={segments} height={6} />}
      <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {segments.map(({ label, count }) => `${label} ${count}`).join(' · ')}
      </Box>
    </>
  );
}

/** What to cancel: a whole batch, or one planned item. */
interface SweepScope {
  /** How many can still be canceled, as last read. */
  count: number;
  /** Their soonest trigger time. */
  soonestMs: number | null;
  item: BatchSummary['items'][number] | null;
}

interface SweepButtonProps {
  batch: BatchSummary;
  scope: SweepScope;
}

/**
 * Opens the cancel dialog for open Commands; hidden until one can be canceled. Afterwards it stays, so that the head of the
 * page keeps its height.
 */
export function SweepButton({ batch, scope }: SweepButtonProps) {
  // The dialog keeps its numbers, even if they change on the page.
  const [asked, setAsked] = useState<SweepScope | null>(null);
  const { reason } = usePermission('cancel-command');
  const { item, count } = scope;
  const [wasOpen, setWasOpen] = useState(false);
  if (count > 0 && !wasOpen) setWasOpen(true);
  return (
    <>
      {(count > 0 || (wasOpen && item === null)) && (
        <PermittedButton
          variant={item === null ? 'outlined' : 'text'}
          color="inherit"
          denial={reason ?? (count === 0 ? 'No Command is open any more.' : null)}
          aria-haspopup="dialog"
          aria-label={
            item === null
              ? undefined
              : `Cancel ${formatNumber(count)}: ${commandLabelWithValue(item)}`
          }
          onClick={() => setAsked(scope)}
        >
          {item === null ? 'Cancel open Commands' : `Cancel ${formatNumber(count)}`}
        </PermittedButton>
      )}
      {item === null && reason !== null && (
        <Typography variant="caption" color="textSecondary">
          {reason}
        </Typography>
      )}
      {asked !== null && <SweepDialog batch={batch} scope={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Asks before Commands are canceled: how many, and when the first triggers. */
function SweepDialog({ batch, scope, onClose }: SweepButtonProps & { onClose: () => void }) {
  const { item, count } = scope;
  const soonest = scope.soonestMs === null ? null : isoInstant(scope.soonestMs);
  const { type = null, triggerTime = null } = item ?? {};
  // For an item without a type or an instant, the request would cancel the whole batch.
  const named = type === null || triggerTime === null ? undefined : { type, triggerTime };
  return (
    <CancelDialog
      dispatchId={batch.id}
      only={item === null ? null : named}
      count={count}
      onStarted={onClose}
      onClose={onClose}
    >
      <Typography variant="body2">
        {item === null ? 'Of this batch, ' : `${commandLabelWithValue(item)}: `}
        {formatCount(count, 'Command is', 'Commands are')} still Pending as last seen.{' '}
        {soonest !== null && (
          <>
            The soonest triggers <ExactTimeText instant={soonest} /> (
            <RelativeTimeText instant={soonest} />
            ).
          </>
        )}
      </Typography>
    </CancelDialog>
  );
}

/** The cancellations of a batch: what was canceled, what was not and why. Nothing if there are none. */
export function BatchSweeps({ dispatchId }: { dispatchId: string }) {
  const sweeps = useQuery(query(JOB_ROUTES.sweeps, { params: { id: dispatchId } }));
  if (sweeps.data === undefined) {
    return sweeps.error === null ? null : (
      <Section title="Canceling">
        <ReadBlock read={sweeps} what="the cancellations" />
      </Section>
    );
  }
  if (sweeps.data.jobs.length === 0) return null;
  return (
    <Section title="Canceling" aside={<AsOf read={sweeps} what="the cancellations" />}>
      {sweeps.data.jobs.map((job) => (
        <SweepBlock key={job.id} job={job} />
      ))}
    </Section>
  );
}

/** One cancellation; its Commands are listed on demand. */
function SweepBlock({ job }: { job: Job }) {
  const [shown, setShown] = useState<'all' | 'problems' | null>(null);
  const { refused, unknown } = job.counts;
  const problems = refused + unknown + job.counts['too-late'];
  const toggle = (which: 'all' | 'problems', label: string) => (
    <Button
      color="inherit"
      aria-expanded={shown === which}
      onClick={() => setShown(shown === which ? null : which)}
    >
      {shown === which ? 'Hide them' : label}
    </Button>
  );
  return (
    <Box component="section" aria-label="Cancellation" sx={{ py: 1 }}>
      <JobProgress job={job} />
      <Typography variant="body2">{tallyLabel(job)}</Typography>
      <Typography variant="body2" color="textSecondary">
        Started <DateTimeText instant={job.createdAt} /> by {job.operatorName}
        {job.reason !== null && <>, reason: “{job.reason}”</>}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, mt: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
        {job.state !== 'done' && <JobControl job={job} />}
        {toggle('all', 'Show the Commands')}
        {problems > 0 && toggle('problems', `Show ${formatNumber(problems)} not canceled`)}
      </Box>
      {shown !== null && (
        <Box sx={{ mt: 1 }}>
          <JobItems key={shown} job={job} state={shown === 'all' ? undefined : shown} />
        </Box>
      )}
    </Box>
  );
}
