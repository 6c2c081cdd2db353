import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import { formatCount } from '../../../domain/format.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import { reportGroupsQuery } from '../../api/reports.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { GroupsTable } from './groups-table.tsx';
import { groupingOf, groupsAsked } from './group-rows.ts';
import { PartialNote } from './partial-note.tsx';
import type { RunPartProps } from './run-part.ts';
import { Totals } from './totals.tsx';

const EnergyChart = lazy(async () => {
  const loaded = await import('./charts/result-charts.tsx');
  return { default: loaded.EnergyChart };
});
const PatternCharts = lazy(async () => {
  const loaded = await import('./charts/result-charts.tsx');
  return { default: loaded.PatternCharts };
});

/** Height of the charts, so that the content below does not jump when they appear. */
const CHARTS_HEIGHT = 378;

/** The result of a run: totals, rows of a grouping, charts. */
export function ResultTab(props: RunPartProps) {
  const { run, search, onSearch } = props;
  const groups = useInfiniteQuery(reportGroupsQuery(run, groupsAsked(run, search)));
  const grouping = groupingOf(run, search);
  const pages = groups.data?.pages;
  if (pages === undefined) {
    return <ReadBlock read={groups} what="the result" height={CHARTS_HEIGHT} />;
  }
  const totals = pages[0]?.totals ?? [];
  // Figures of a run that is read grow: what is said of them is of the same moment.
  const standing = { ...run, ...pages[0]?.stand };
  return (
    <>
      <PartialNote run={standing} />
      {totals.length === 0 ? (
        <NoSessions run={standing} onSearch={onSearch} />
      ) : (
        <>
          <Totals totals={totals} run={standing} />
          <Section title="Energy over time">
            <Suspense fallback={<BlockSkeleton height={CHARTS_HEIGHT} what="the chart" />}>
              <EnergyChart {...props} totals={totals} />
            </Suspense>
          </Section>
          <Section
            title={`By ${GROUPING_LABELS[grouping].toLowerCase()}`}
            aside={groups.error !== null && <AsOf read={groups} what="the result" />}
          >
            <Box sx={{ mb: 1 }}>
              <ChoiceChips
                label="Group by"
                required
                choices={GROUPINGS.map((value) => ({ value, label: GROUPING_LABELS[value] }))}
                value={grouping}
                onChange={(value) =>
                  onSearch({
                    by: GROUPINGS.find((known) => known === value),
                    order: undefined,
                    direction: undefined,
                  })
                }
              />
            </Box>
            <GroupsTable {...props} pages={pages} busy={groups.isPlaceholderData} />
            {groups.hasNextPage && (
              <Button
                color="inherit"
                disabled={groups.isFetchingNextPage}
                onClick={() => void groups.fetchNextPage()}
              >
                Read the next rows
              </Button>
            )}
          </Section>
          <Section title="Patterns">
            <Suspense fallback={<BlockSkeleton height={CHARTS_HEIGHT} what="the charts" />}>
              <PatternCharts {...props} totals={totals} />
            </Suspense>
          </Section>
        </>
      )}
    </>
  );
}

function NoSessions({ run, onSearch }: Pick<RunPartProps, 'run' | 'onSearch'>) {
  const { entities, sessions } = run.progress;
  const read = `${formatCount(entities.done, 'Entity was', 'Entities were')} read`;
  return (
    <EmptyState
      title={
        run.state === 'complete'
          ? 'No session belongs to this period.'
          : 'No sessions of this period have been read yet.'
      }
    >
      <Typography variant="body2">
        {read}.{' '}
        {sessions === 0
          ? 'The Service lists no sessions around it.'
          : `The Service lists ${formatCount(sessions, 'session', 'sessions')} around it, which belong to no total; the exceptions say why.`}
      </Typography>
      <Button
        variant="outlined"
        color="inherit"
        onClick={() => onSearch({ tab: 'exceptions' })}
        sx={{ justifySelf: 'start' }}
      >
        Show the exceptions
      </Button>
    </EmptyState>
  );
}
