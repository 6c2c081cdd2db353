import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { PlannedItem, Schedule } from '../../../contract/console/schedule.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatPlanned } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { Card } from '../../components/card.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { BlockSkeleton, RowsSkeleton } from '../../components/skeletons.tsx';
import { useZone } from '../../theme/preferences.ts';
import { collectiveLabel } from './planned-labels.ts';
import { PlannedTable } from './planned-table.tsx';
import { RANGES, type ScheduleSearch } from './schedule-search.ts';
import { Timeline } from './timeline.tsx';

interface ScheduleViewProps {
  data: Schedule | undefined;
  error: unknown;
  fetching: boolean;
  onRefresh: () => void;
  search: ScheduleSearch;
  onSearch: (change: Partial<ScheduleSearch>) => void;
  onCancel: (item: PlannedItem) => void;
  /** Why this operator may not cancel, or null. */
  cancelDenial: string | null;
}

const RANGE_LABELS = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
} as const;

/** Select value for a span fitted to the planned items. */
const FITTED = 'fitted';

/** The Schedule page in all its states. */
export function ScheduleView(props: ScheduleViewProps) {
  const { data, error, fetching, onRefresh } = props;
  return (
    <>
      <PageHeader
        title="Schedule"
        fresh={
          data !== undefined && (
            <AsOf read={{ asOf: data.asOf, error, fetching, onRefresh }} what="the schedule" />
          )
        }
      >
        <span>Future Commands planned from this console</span>
      </PageHeader>
      {data === undefined && error === null && (
        <>
          <BlockSkeleton height={120} what="the timeline" />
          <RowsSkeleton what="the planned Commands" />
        </>
      )}
      {data === undefined && error !== null && (
        <ErrorPanel
          what="The schedule could not be read"
          error={error}
          onRetry={onRefresh}
          retrying={fetching}
        />
      )}
      {data !== undefined && <Loaded {...props} data={data} />}
    </>
  );
}

function Loaded(props: ScheduleViewProps & { data: Schedule }) {
  const { data, search, onSearch } = props;
  const kept = data.items.filter(
    (item) =>
      (search.collective === undefined || item.collectiveId === search.collective) &&
      (search.type === undefined || item.type === search.type),
  );
  const listed = kept.filter((item) => inSpan(item, search)).toSorted(bySoonest);
  return (
    <>
      <Unresolved unresolved={data.unresolved} />
      {data.items.length === 0 ? (
        <EmptyState title="Nothing is planned from this console">
          <span>
            Planned Commands appear here on a timeline, soonest first. Open a{' '}
            <TextLink to="/collectives">Collective</TextLink>, press Dispatch and choose Later.
          </span>
        </EmptyState>
      ) : (
        <>
          <Filters {...props} />
          <Card
            title="Timeline"
            aside={
              <ChoiceChips
                label="Span of the timeline"
                required
                choices={[
                  { value: FITTED, label: 'All planned' },
                  ...RANGES.map((value) => ({ value, label: RANGE_LABELS[value] })),
                ]}
                value={search.range ?? FITTED}
                onChange={(value) => onSearch({ range: RANGES.find((known) => known === value) })}
              />
            }
          >
            <Timeline items={kept} range={search.range} onSpan={onSearch} />
          </Card>
          <Section
            title="List"
            aside={<SpanNote {...props} shown={listed.length} all={kept.length} />}
          >
            {listed.length === 0 ? (
              <EmptyState title="No planned Command matches the filters" />
            ) : (
              <PlannedTable
                items={listed}
                onCancel={props.onCancel}
                cancelDenial={props.cancelDenial}
              />
            )}
            {props.cancelDenial !== null && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                {props.cancelDenial}
              </Typography>
            )}
          </Section>
        </>
      )}
    </>
  );
}

function bySoonest(a: PlannedItem, b: PlannedItem): number {
  return (instantMs(a.triggerTime) ?? 0) - (instantMs(b.triggerTime) ?? 0);
}

function inSpan(item: PlannedItem, { from, to }: ScheduleSearch): boolean {
  const at = instantMs(item.triggerTime) ?? 0;
  return (
    (from === undefined || at >= (instantMs(from) ?? 0)) &&
    (to === undefined || at <= (instantMs(to) ?? 0))
  );
}

/** Shown at the top: unknown outcomes may or may not have planned something. */
function Unresolved({ unresolved }: Pick<Schedule, 'unresolved'>) {
  if (unresolved.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Unknown outcomes"
      sx={{
        borderLeft: 3,
        borderColor: 'var(--mui-palette-status-amber)',
        bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 8%, transparent)',
        p: 1.5,
        mb: 2,
        fontSize: '0.8125rem',
      }}
    >
      <strong>
        {formatCount(unresolved.length, 'schedule has', 'schedules have')} an unknown outcome.
      </strong>{' '}
      They may have planned Commands that are not listed here:
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {unresolved.map(({ dispatchId, collectiveName }) => (
          <li key={dispatchId}>
            <span>
              <AppLink
                to="/batches/$dispatchId"
                params={{ dispatchId }}
                sx={{ display: 'inline-block', lineHeight: '24px' }}
              >
                Batch on {collectiveName ?? 'a Collective without a name'}
              </AppLink>
            </span>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Filter chips for the values in the schedule. */
function Filters({ data, search, onSearch }: ScheduleViewProps & { data: Schedule }) {
  const collectives = counted(data.items, (item) => [item.collectiveId, collectiveLabel(item)]);
  const types = counted(data.items, (item) =>
    item.type === null ? null : [item.type, commandLabel(item.type)],
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, mb: 2 }}>
      {(collectives.length > 1 || search.collective !== undefined) && (
        <ChoiceChips
          label="Collective"
          choices={withChosen(collectives, search.collective)}
          value={search.collective ?? null}
          onChange={(value) => onSearch({ collective: value ?? undefined })}
        />
      )}
      {(types.length > 1 || search.type !== undefined) && (
        <ChoiceChips
          label="Command"
          choices={withChosen(types, search.type)}
          value={search.type ?? null}
          onChange={(value) => onSearch({ type: value ?? undefined })}
        />
      )}
    </Box>
  );
}

interface Counted {
  value: string;
  label: string;
  count: number;
}

function counted(
  items: readonly PlannedItem[],
  read: (item: PlannedItem) => [string, string] | null,
): Counted[] {
  const found = new Map<string, Counted>();
  for (const item of items) {
    const pair = read(item);
    if (pair === null) continue;
    const [value, label] = pair;
    const before = found.get(value) ?? { value, label, count: 0 };
    found.set(value, { ...before, count: before.count + 1 });
  }
  return [...found.values()].toSorted((a, b) => a.label.localeCompare(b.label));
}

/** A filter from a link is shown even without matches, so that it can be removed. */
function withChosen(choices: Counted[], chosen: string | undefined): Counted[] {
  return chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: chosen, count: 0 }];
}

interface SpanNoteProps extends Pick<ScheduleViewProps, 'search' | 'onSearch'> {
  shown: number;
  all: number;
}

function SpanNote({ search, onSearch, shown, all }: SpanNoteProps) {
  const zone = useZone();
  const { from, to } = search;
  if (from === undefined && to === undefined) {
    return (
      <Typography variant="body2" color="textSecondary">
        {formatCount(all, 'planned Command', 'planned Commands')}
      </Typography>
    );
  }
  const start = formatPlanned(from ?? null, zone);
  const end = formatPlanned(to ?? null, zone);
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography variant="body2" component="output" color="textSecondary">
        {shown} of {all}: {start === end ? start : `${start} to ${end}`}
      </Typography>
      <Button
        color="inherit"
        variant="outlined"
        onClick={() => onSearch({ from: undefined, to: undefined })}
      >
        Show all
      </Button>
    </Box>
  );
}
