import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchSummary, BatchList, BatchFilter } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { addDays, dateIn, startOfDateMs } from '../../../domain/time.ts';
import { isMoving, runningOf } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { query } from '../../api/query.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ListViews } from '../../components/list/list-views.tsx';
import { OlderRows } from '../../components/older-rows.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { batchPages, mergePages, sentBatch, type Sent } from './batches-queries.ts';
import { BATCHES, type BatchesSearch, BATCH_VIEWS, SENDERS } from './batches-search.ts';
import { BatchesTable } from './batches-table.tsx';

interface BatchesPageProps {
  search: BatchesSearch;
  onSearch: (change: Partial<BatchesSearch>) => void;
}

/**
 * Activity: the batches of all operators, and what other systems sent, by day; running and planned batches only at the
 * top.
 */
export function BatchesPage({ search, onSearch }: BatchesPageProps) {
  const zone = useZone();
  const now = useNow(60_000);
  const { mode } = useLive();
  const filter = useMemo(() => filterOf(search, zone), [search, zone]);
  const sent = useInfiniteQuery(batchPages(filter));
  const isRunningShown = (filter.outcome ?? 'running') === 'running';
  const runningNow = useQuery({ ...runningOf(filter), enabled: isRunningShown });
  const { data } = sent;
  const rows = useMemo(() => mergePages(data?.pages ?? []), [data]);
  const read = rows.flatMap(({ batch }) => batch ?? []).filter(isMoving);
  const moving = isRunningShown ? (runningNow.data?.batches ?? read) : [];
  const pinned = new Set(moving.map(({ id }) => id));
  const running = moving.filter((batch) => isRunning(batch, now));
  const planned = moving.filter((batch) => !isRunning(batch, now)).toSorted(soonestFirst);
  const ended = rows.filter(({ id }) => !pinned.has(id));
  return (
    <>
      <PageHeader
        title="Activity"
        fresh={data !== undefined && <AsOf read={sent} what="the batches" live={mode} />}
      >
        <span>What was sent, newest first; what other systems sent is one row per hour</span>
      </PageHeader>
      <BatchesFilters search={search} onSearch={onSearch} operators={data?.pages[0]?.operators} />
      {data === undefined && <ReadBlock read={sent} what="the batches" />}
      {data !== undefined && ended.length + moving.length === 0 && (
        <Nothing narrowed={BATCHES.isNarrowed(search)} />
      )}
      {running.length > 0 && (
        <Section title={`Running (${running.length})`}>
          <BatchesTable label="Running batches" rows={running.map(sentBatch)} />
        </Section>
      )}
      {planned.length > 0 && (
        <Section title={`Planned (${planned.length})`}>
          <BatchesTable label="Planned batches" rows={planned.map(sentBatch)} />
        </Section>
      )}
      {byDay(ended, zone).map(({ date, sent: ofDay }) => {
        const name = dayName(date, zone, now);
        return (
          <Section key={date} title={name}>
            <BatchesTable label={`Batches of ${name}`} rows={ofDay} ofOneDay />
          </Section>
        );
      })}
      {ended.length + moving.length > 0 && (
        <OlderRows what="batches" list={sent} count={ended.length + moving.length} />
      )}
    </>
  );
}

const soonestFirst = (a: BatchSummary, b: BatchSummary) =>
  (instantMs(a.nextTriggerAt) ?? 0) - (instantMs(b.nextTriggerAt) ?? 0);

function Nothing({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState title="Nothing matches these filters.">
      <span>Clear a filter to see more.</span>
    </EmptyState>
  ) : (
    <EmptyState title="No Command is known yet.">
      <span>Press Dispatch; each batch then keeps its record here.</span>
    </EmptyState>
  );
}

interface BatchesFiltersProps {
  search: BatchesSearch;
  onSearch: (change: Partial<BatchesSearch>) => void;
  /** Undefined while they are being read. */
  operators: BatchList['operators'] | undefined;
}

/** The views and the filters of the list of batches. */
function BatchesFilters({ search, onSearch, operators }: BatchesFiltersProps) {
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives));
  const named = (all: readonly { id: string; name: string }[] | undefined) =>
    all
      ?.map(({ id, name }) => ({ value: id, label: name }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <ListViews label="Views of the batches" list="batches" views={BATCH_VIEWS} search={search} />
      <ListBar
        label="Filters of the batches"
        list={BATCHES}
        search={search}
        onSearch={onSearch}
        options={{
          collective: named(collectives.data?.collectives),
          operator: [...SENDERS, ...(named(operators) ?? [])],
        }}
        read={collectives}
      />
    </>
  );
}

/** The filter as sent to the server.
 * @param zone IANA zone that the days are meant in
 */
export function filterOf(search: BatchesSearch, zone: string): BatchFilter {
  const { collective, type, operator, outcome, from, to } = search;
  const start = (date: string) => isoInstant(startOfDateMs(zone, date));
  return {
    ...(collective !== undefined && { collectiveId: collective }),
    ...(type !== undefined && { type }),
    ...(operator !== undefined && { operatorId: operator }),
    ...(outcome !== undefined && { outcome }),
    ...(from !== undefined && { from: start(from) }),
    ...(to !== undefined && { to: start(addDays(to, 1)) }),
  };
}

/** What was sent on one calendar day. */
interface Day {
  /** YYYY-MM-DD. */
  date: string;
  sent: Sent[];
}

/** What was sent by its day, in the given order. */
export function byDay(all: readonly Sent[], zone: string): Day[] {
  const days = new Map<string, Sent[]>();
  for (const sent of all) {
    const date = dateIn(zone, Date.parse(sent.at));
    const list = days.get(date);
    if (list === undefined) days.set(date, [sent]);
    else list.push(sent);
  }
  return [...days].map(([date, sent]) => ({ date, sent }));
}

/** The heading of a day: "Today", "Yesterday", or "Friday, 20 November 2026". */
export function dayName(date: string, zone: string, nowMs: number): string {
  const today = dateIn(zone, nowMs);
  if (date === today) return 'Today';
  if (date === addDays(today, -1)) return 'Yesterday';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${date}T00:00:00Z`),
  );
}
