import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlannedItem, Schedule } from '../../../contract/console/schedule.ts';
import { commandLabel, commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { plannedTimeLabel, utcBeside } from '../../../domain/planned-time.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink, BatchLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { CancelDialog } from '../jobs/job-progress.tsx';
import { whereLabel, plannedBy, PlannedTable } from './planned-table.tsx';
import { scheduleOf } from './upcoming.tsx';
import { SCHEDULE, type ScheduleSearch } from './schedule-search.ts';

interface SchedulePageProps {
  search: ScheduleSearch;
  onSearch: (change: Partial<ScheduleSearch>) => void;
  onOpenBatch: (dispatchId: string) => void;
}

/** All future Commands known to this console, whichever system planned them, soonest first. */
export function SchedulePage({ search, onSearch, onOpenBatch }: SchedulePageProps) {
  const schedule = useQuery(scheduleOf());
  // What other systems planned for the Collective is found by its Entities.
  const chosen = useQuery(scheduleOf(search.collective));
  const cancel = usePermission('cancel-command');
  const [canceling, setCanceling] = useState<PlannedItem | null>(null);
  const { data } = schedule;
  const items = data?.items ?? [];
  const listed = (chosen.data?.items ?? []).filter((item) => matches(item, search));
  return (
    <>
      <PageHeader
        title="Schedule"
        fresh={data !== undefined && <AsOf read={schedule} what="the schedule" />}
      >
        <span>Future Commands, of other systems one row per hour</span>
      </PageHeader>
      {data === undefined && <ReadBlock read={schedule} what="the planned Commands" />}
      {data !== undefined && <Unresolved unresolved={data.unresolved} />}
      {data !== undefined && items.length === 0 && (
        <EmptyState title="Nothing is planned, as far as is known">
          <span>
            Planned Commands appear here, soonest first. Open a{' '}
            <TextLink to="/collectives">Collective</TextLink>, press Dispatch and choose Later.
          </span>
        </EmptyState>
      )}
      {items.length > 0 && (
        <>
          <ListBar
            label="Filters of the schedule"
            list={SCHEDULE}
            search={search}
            onSearch={onSearch}
            options={{
              collective: valuesOf(
                items,
                (item) => item.batch && [item.batch.collectiveId, whereLabel(item)],
              ),
              type: valuesOf(items, ({ type }) =>
                type === null ? null : [type, commandLabel(type)],
              ),
              sender: valuesOf(items, (item) => [plannedBy(item), plannedBy(item)]),
            }}
          />
          <Section
            ofTab
            title="List"
            aside={
              <Typography variant="body2" component="output" color="textSecondary">
                {listed.length < items.length && `${formatNumber(listed.length)} of `}
                {formatCount(items.length, 'planned Command', 'planned Commands')}
              </Typography>
            }
          >
            {chosen.data === undefined && <ReadBlock read={chosen} what="the planned Commands" />}
            {chosen.data !== undefined && listed.length === 0 && (
              <EmptyState title="No planned Command matches the filters" />
            )}
            {listed.length > 0 && (
              <PlannedTable items={listed} onCancel={setCanceling} cancelDenial={cancel.reason} />
            )}
            {cancel.reason !== null && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                {cancel.reason}
              </Typography>
            )}
          </Section>
        </>
      )}
      {canceling !== null && (
        <CancelPlanned
          items={canceledWith(canceling, items)}
          onClose={() => setCanceling(null)}
          onStarted={onOpenBatch}
        />
      )}
    </>
  );
}

function matches(item: PlannedItem, { type, sender }: ScheduleSearch): boolean {
  return (
    (type === undefined || item.type === type) &&
    (sender === undefined || plannedBy(item) === sender)
  );
}

/** The items that one cancellation includes, since a request cannot specify a value. */
function canceledWith(
  item: PlannedItem,
  all: readonly PlannedItem[],
): [PlannedItem, ...PlannedItem[]] {
  const others = all.filter(
    (other) =>
      other.batch?.dispatchId === item.batch?.dispatchId &&
      other.type === item.type &&
      other.triggerTime === item.triggerTime &&
      other.value !== item.value,
  );
  return [item, ...others];
}

/** Schedules with an unknown outcome, which may have planned more. */
function Unresolved({ unresolved }: Pick<Schedule, 'unresolved'>) {
  if (unresolved.length === 0) return null;
  return (
    <Box component="section" aria-label="Unknown outcomes" sx={{ mb: 2 }}>
      <Alert severity="warning">
        <strong>
          {formatCount(unresolved.length, 'schedule has', 'schedules have')} an unknown outcome.
        </strong>{' '}
        They may have planned Commands that are not listed here:
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {unresolved.map(({ dispatchId, collectiveName }) => (
            <li key={dispatchId}>
              <BatchLink id={dispatchId} sx={{ display: 'inline-block', lineHeight: '24px' }}>
                Batch on {collectiveName ?? 'a Collective without a name'}
              </BatchLink>
            </li>
          ))}
        </Box>
      </Alert>
    </Box>
  );
}

/** The values of some planned Commands, each once. */
function valuesOf(
  items: readonly PlannedItem[],
  read: (item: PlannedItem) => readonly [value: string, label: string] | null,
) {
  const found = new Map(items.flatMap((item) => [read(item)].filter((pair) => pair !== null)));
  return [...found]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

interface CancelPlannedProps {
  /** The scope of one request: all Commands of a batch, type and instant, whatever their values. */
  items: readonly [PlannedItem, ...PlannedItem[]];
  onClose: () => void;
  /** Called with the batch, whose page shows the cancellation. */
  onStarted: (dispatchId: string) => void;
}

/** Asks whether to cancel the Commands of a planned item, and starts the cancellation. */
function CancelPlanned({ items, onClose, onStarted }: CancelPlannedProps) {
  const [item] = items;
  const { batch, type, triggerTime } = item;
  if (batch === null) return null;
  const { dispatchId } = batch;
  return (
    <CancelDialog
      dispatchId={dispatchId}
      // Without a type the request would cancel the whole batch.
      only={type === null ? undefined : { type, triggerTime }}
      count={items.reduce((sum, each) => sum + each.open, 0)}
      onStarted={() => onStarted(dispatchId)}
      onClose={onClose}
    >
      <Typography>
        {items.map(commandLabelWithValue).join(' and ')} on {whereLabel(item)}, planned for{' '}
        {plannedTimeLabel(item)} ({utcBeside(item) !== null && `${utcBeside(item)}, `}
        <RelativeTimeText instant={item.triggerTime} />
        ).
      </Typography>
    </CancelDialog>
  );
}
