import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { instantMs } from '../../../domain/instant.ts';
import { dateIn } from '../../../domain/time.ts';
import { isMoving, runningQuery } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { query } from '../../api/query.ts';
import { TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { daysFacet } from '../../components/filter-bar/days-facet.ts';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { ViewTabs } from '../../components/list-views/view-tabs.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { OthersSection } from '../others/others-section.tsx';
import { byDay, dayName, filterOf, matches } from './batches-days.ts';
import { batchPages, mergePages } from './batches-queries.ts';
import { isNarrowed, OUTCOMES, type BatchesSearch } from './batches-search.ts';
import { BatchesTable } from './batches-table.tsx';
import { OlderBatches } from './older-batches.tsx';

interface BatchesPageProps {
  search: BatchesSearch;
  onSearch: (change: Partial<BatchesSearch>) => void;
}

const VIEWS = [
  { name: 'All', search: {} },
  { name: 'Running', search: { outcome: 'running' } },
  { name: 'Outcome unknown', search: { outcome: 'unknown' } },
  { name: 'Refused', search: { outcome: 'refused' } },
] as const;

/** Activity: the batches of all operators by day; running and planned ones only at the top. */
export function BatchesPage({ search, onSearch }: BatchesPageProps) {
  const zone = useZone();
  const now = useNow(60_000);
  const { mode } = useLive();
  const filter = useMemo(() => filterOf(search, zone), [search, zone]);
  const sent = useInfiniteQuery(batchPages(filter));
  const runningNow = useQuery(runningQuery);
  const { data, isPending, hasNextPage } = sent;
  const batches = useMemo(() => mergePages(data?.pages ?? []), [data]);
  const moving = useMemo(() => {
    const known = runningNow.data?.batches ?? batches.filter(isMoving);
    return known.filter((batch) => matches(batch, filter));
  }, [runningNow.data, batches, filter]);
  const pinned = new Set(moving.map(({ id }) => id));
  const running = moving.filter((batch) => isRunning(batch, now));
  const planned = moving.filter((batch) => !isRunning(batch, now)).toSorted(soonestFirst);
  const ended = batches.filter(({ id }) => !pinned.has(id));
  return (
    <>
      <PageHeader
        title="Activity"
        fresh={data !== undefined && <AsOf read={sent} what="the batches" live={mode} />}
      >
        <span>Batches sent to Collectives, newest first</span>
      </PageHeader>
      <ViewTabs label="Views of the batches" list="batches" views={VIEWS} search={search} />
      <Filters search={search} onSearch={onSearch} operators={data?.pages[0]?.operators} />
      {data === undefined && <ReadBlock read={sent} what="the batches" />}
      {data !== undefined && ended.length + moving.length === 0 && (
        <Nothing narrowed={isNarrowed(search)} />
      )}
      {running.length > 0 && (
        <Section title={`Running (${running.length})`}>
          <BatchesTable label="Running batches" batches={running} />
        </Section>
      )}
      {planned.length > 0 && (
        <Section title={`Planned (${planned.length})`}>
          <BatchesTable label="Planned batches" batches={planned} />
        </Section>
      )}
      {byDay(ended, zone).map(({ date, batches: ofDay }) => {
        const name = dayName(date, zone, now);
        return (
          <Section key={date} title={name}>
            <BatchesTable label={`Batches of ${name}`} batches={ofDay} ofOneDay />
          </Section>
        );
      })}
      {ended.length + moving.length > 0 && (
        <OlderBatches list={sent} count={ended.length + moving.length} />
      )}
      {/* Shown once the content above is, so that it does not move. */}
      {!isPending && !isNarrowed(search) && !hasNextPage && <OthersSection part="due" />}
    </>
  );
}

const soonestFirst = (a: BatchSummary, b: BatchSummary) =>
  (instantMs(a.nextTriggerAt) ?? 0) - (instantMs(b.nextTriggerAt) ?? 0);

function Nothing({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState title="No batch matches these filters.">
      <span>Clear a filter to see more.</span>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has been sent from this console yet.">
      <span>
        Open a <TextLink to="/collectives">Collective</TextLink> and press Dispatch; each batch then
        keeps its record here.
      </span>
    </EmptyState>
  );
}

const OUTCOME_LABELS: Readonly<Record<(typeof OUTCOMES)[number], string>> = {
  running: 'Running',
  accepted: 'Accepted',
  refused: 'Refused',
  unknown: 'Outcome unknown',
};

interface FiltersProps extends BatchesPageProps {
  /** Undefined while they are being read. */
  operators: readonly { id: string; name: string }[] | undefined;
}

/** The filters of the list, stored in the URL. */
function Filters({ search, onSearch, operators }: FiltersProps) {
  const zone = useZone();
  const today = dateIn(zone, useNow(60_000));
  const { data } = useQuery(query(DIRECTORY_ROUTES.collectives));
  const choices = [
    {
      key: 'outcome',
      label: 'Outcome',
      any: 'Any outcome',
      options: OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] })),
    },
    {
      key: 'collective',
      label: 'Collective',
      any: 'Any Collective',
      options: data?.collectives
        .map(({ id, name }) => ({ value: id, label: name }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    },
    {
      key: 'type',
      label: 'Command',
      any: 'Any Command',
      options: COMMAND_TYPES.map((type) => ({ value: type, label: commandLabel(type) })),
    },
    {
      key: 'operator',
      label: 'Sent by',
      verb: '',
      any: 'Any operator',
      options: operators?.map(({ id, name }) => ({ value: id, label: name })),
    },
  ] as const;
  return (
    <FilterBar
      label="Filters of the batches"
      facets={[
        ...choices.map((choice) => ({
          ...choice,
          kind: 'choice' as const,
          value: search[choice.key] ?? null,
          onChange: (value: string | null) => onSearch({ [choice.key]: value ?? undefined }),
        })),
        daysFacet('Sent', { from: search.from, to: search.to }, today, zone, onSearch),
      ]}
      onClear={() =>
        onSearch({
          collective: undefined,
          type: undefined,
          operator: undefined,
          outcome: undefined,
          from: undefined,
          to: undefined,
        })
      }
    />
  );
}
