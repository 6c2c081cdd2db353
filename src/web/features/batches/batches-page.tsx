import Box from '@mui/material/Box';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchSummary, BatchList, BatchFilter } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { isRunning, progressOf } from '../../../domain/batch-running.ts';
import { formatNumber } from '../../../domain/format.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { addDays, dateIn, startOfDateMs } from '../../../domain/time.ts';
import { isDoubtful } from '../../../domain/unknown-outcome.ts';
import { isMoving, runningOf, runningQuery } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { query } from '../../api/query.ts';
import { AppLink, BatchLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ListViews } from '../../components/list/list-views.tsx';
import { OlderRows } from '../../components/older-rows.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { batchTitle } from './batch-labels.ts';
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

/** All that was sent to a Collective or to its Entities, newest first, page after page. */
export function CollectiveBatches({ collectiveId }: { collectiveId: string }) {
  const list = useInfiniteQuery(batchPages({ collectiveId }));
  const { data } = list;
  const rows = useMemo(() => mergePages(data?.pages ?? []), [data]);
  const { mode } = useLive();
  return (
    <Section
      ofTab
      title="Batches"
      aside={data !== undefined && <AsOf read={list} what="the batches" live={mode} />}
    >
      {data === undefined && <ReadBlock read={list} what="the batches" rows={4} />}
      {data !== undefined && rows.length === 0 && (
        <EmptyState title="No Command of this Collective is known yet." />
      )}
      {rows.length > 0 && (
        <>
          <BatchesTable label="Batches of this Collective" rows={rows} withCollective={false} />
          <OlderRows what="batches" list={list} count={rows.length}>
            <AppLink to="/batches" search={{ collective: collectiveId }}>
              Filter them on the Activity page
            </AppLink>
          </OlderRows>
        </>
      )}
    </Section>
  );
}

/** Maximum number of lines; the Batches tab has the others. */
const SHOWN = 3;

/** Short progress of a batch. */
function progressMessage(batch: BatchSummary): string {
  const { done, total } = progressOf(batch);
  if (total === 0) return 'being sent';
  return `${formatNumber(done)} of ${formatNumber(total)} have a final state`;
}

/**
 * The batches of a Collective that can still change or whose outcome is unknown, shown above all tabs of its
 * page. Empty if there are none.
 */
export function MovingBatches({ collectiveId }: { collectiveId: string }) {
  const now = useNow();
  const running = useQuery(runningQuery);
  const unknown = useInfiniteQuery(batchPages({ collectiveId, outcome: 'unknown' }));
  const moving = (running.data?.batches ?? []).filter(
    (batch) => batch.collectiveId === collectiveId && isRunning(batch, now),
  );
  const unresolved = unknown.data?.pages.flatMap((page) => page.batches) ?? [];
  const batches = [...new Map([...unresolved, ...moving].map((each) => [each.id, each])).values()];
  if (batches.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Batches under way"
      sx={{
        display: 'grid',
        gap: 0.5,
        mb: 1.5,
        py: 0.75,
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
      }}
    >
      {batches.slice(0, SHOWN).map((batch) => (
        <Box
          key={batch.id}
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}
        >
          {/* As wide as its counts: in a narrow one they would wrap into a column. */}
          <Box sx={{ flex: '1 1 320px', maxWidth: 440, minWidth: 0 }}>
            <OutcomeBar batch={batch} />
          </Box>
          <BatchLink id={batch.id}>{batchTitle(batch)}</BatchLink>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {/* What is known of a lost answer stands beside its bar. */}
            {!isDoubtful(batch) && `${progressMessage(batch)} · `}
            <RelativeTimeText instant={batch.createdAt} />
          </Box>
        </Box>
      ))}
      {batches.length > SHOWN && (
        <AppLink
          to="/collectives/$collectiveId"
          params={{ collectiveId }}
          search={{ tab: 'batches' }}
        >
          and {formatNumber(batches.length - SHOWN)} more
        </AppLink>
      )}
    </Box>
  );
}
