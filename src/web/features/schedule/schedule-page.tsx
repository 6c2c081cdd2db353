import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlannedItem, Schedule } from '../../../contract/console/schedule.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { CancelPlanned } from './cancel-planned.tsx';
import { collectiveLabel } from './planned-labels.ts';
import { PlannedTable } from './planned-table.tsx';
import { scheduleOf } from './schedule-queries.ts';
import type { ScheduleSearch } from './schedule-search.ts';

interface SchedulePageProps {
  search: ScheduleSearch;
  onSearch: (change: Partial<ScheduleSearch>) => void;
  onOpenBatch: (dispatchId: string) => void;
}

/** All future Commands known to this console, soonest first. */
export function SchedulePage({ search, onSearch, onOpenBatch }: SchedulePageProps) {
  const schedule = useQuery(scheduleOf());
  const cancel = usePermission('cancel-command');
  const [canceling, setCanceling] = useState<PlannedItem | null>(null);
  const { data } = schedule;
  const items = data?.items ?? [];
  const listed = items
    .filter(
      ({ collectiveId, type }) =>
        (search.collective === undefined || collectiveId === search.collective) &&
        (search.type === undefined || type === search.type),
    )
    .toSorted(bySoonest);
  return (
    <>
      <PageHeader
        title="Schedule"
        fresh={data !== undefined && <AsOf read={schedule} what="the schedule" />}
      >
        <span>Future Commands planned from this console</span>
      </PageHeader>
      {data === undefined && <ReadBlock read={schedule} what="the planned Commands" />}
      {data !== undefined && <Unresolved unresolved={data.unresolved} />}
      {data !== undefined && items.length === 0 && (
        <EmptyState title="Nothing is planned from this console">
          <span>
            Planned Commands appear here, soonest first. Open a{' '}
            <TextLink to="/collectives">Collective</TextLink>, press Dispatch and choose Later.
          </span>
        </EmptyState>
      )}
      {items.length > 0 && (
        <>
          <Filters items={items} search={search} onSearch={onSearch} />
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
            {listed.length === 0 ? (
              <EmptyState title="No planned Command matches the filters" />
            ) : (
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

function bySoonest(a: PlannedItem, b: PlannedItem): number {
  return (
    (instantMs(a.triggerTime) ?? 0) - (instantMs(b.triggerTime) ?? 0) ||
    collectiveLabel(a).localeCompare(collectiveLabel(b))
  );
}

/** The items that one cancellation includes, since a request cannot specify a value. */
function canceledWith(
  item: PlannedItem,
  all: readonly PlannedItem[],
): [PlannedItem, ...PlannedItem[]] {
  const others = all.filter(
    (other) =>
      other.dispatchId === item.dispatchId &&
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
              <AppLink
                to="/batches/$dispatchId"
                params={{ dispatchId }}
                sx={{ display: 'inline-block', lineHeight: '24px' }}
              >
                Batch on {collectiveName ?? 'a Collective without a name'}
              </AppLink>
            </li>
          ))}
        </Box>
      </Alert>
    </Box>
  );
}

interface FiltersProps extends Pick<SchedulePageProps, 'search' | 'onSearch'> {
  items: readonly PlannedItem[];
}

/** Filter chips for the values in the schedule. */
function Filters({ items, search, onSearch }: FiltersProps) {
  const filters = [
    {
      key: 'collective',
      label: 'Collective',
      choices: choicesOf(items, (item) => [item.collectiveId, collectiveLabel(item)]),
    },
    {
      key: 'type',
      label: 'Command',
      choices: choicesOf(items, ({ type }) => (type === null ? null : [type, commandLabel(type)])),
    },
  ] as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, mb: 2 }}>
      {filters.map(({ key, label, choices }) => {
        const chosen = search[key];
        const shown = withChosen(choices, chosen);
        if (shown.length < 2 && chosen === undefined) return null;
        return (
          <ChoiceChips
            key={key}
            label={label}
            choices={shown}
            value={chosen ?? null}
            onChange={(value) => onSearch({ [key]: value ?? undefined })}
          />
        );
      })}
    </Box>
  );
}

interface Choice {
  value: string;
  label: string;
  count: number;
}

function choicesOf(
  items: readonly PlannedItem[],
  read: (item: PlannedItem) => [value: string, label: string] | null,
): Choice[] {
  const found = new Map<string, Choice>();
  for (const item of items) {
    const pair = read(item);
    if (pair === null) continue;
    const [value, label] = pair;
    found.set(value, { value, label, count: (found.get(value)?.count ?? 0) + 1 });
  }
  return [...found.values()].toSorted((a, b) => a.label.localeCompare(b.label));
}

/** A filter from a link is shown even without matches, so that it can be removed. */
function withChosen(choices: Choice[], chosen: string | undefined): Choice[] {
  return chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: chosen, count: 0 }];
}
