import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import type { FiguresPage } from '../../api/report-queries.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Section } from '../../components/section.tsx';
import { EnergyChart } from './charts/result-charts.tsx';
import { groupingOf } from './group-rows.ts';
import { GroupsTable } from './groups-table.tsx';
import type { DraftPartProps, RunPartProps } from './run-part.ts';
import { Totals } from './totals.tsx';

/** Height of the charts, so that the content below does not jump when they appear. */
export const CHARTS_HEIGHT = 378;

interface AnswerProps extends RunPartProps, DraftPartProps {
  /** The run at the moment the rows were added up. */
  standing: RunPartProps['run'];
  /** The rows shown, at least one page. */
  pages: readonly FiguresPage[];
  /** The query of these rows. */
  groups: {
    data: unknown;
    error: Error | null;
    dataUpdatedAt: number;
    isPlaceholderData: boolean;
    isFetching: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  /** The field for the grouping, if it belongs beside the rows. */
  choice?: ReactNode;
}

/** The results of a run: figures, energy over time, rows of the grouping. */
export function Answer({ standing, pages, groups, choice, ...part }: AnswerProps) {
  const { run, search } = part;
  const totals = pages[0]?.totals ?? [];
  return (
    <>
      <Totals
        totals={totals}
        doubtful={pages[0]?.doubtful ?? []}
        run={standing}
        search={search}
        isReplaced={part.isReplaced ?? false}
      />
      <Section title="Energy over time">
        <EnergyChart {...part} totals={totals} series={pages[0]?.series} />
      </Section>
      <Section
        title={`By ${GROUPING_LABELS[groupingOf(run, search)].toLowerCase()}`}
        aside={groups.error !== null && <AsOf read={groups} what="the result" />}
      >
        {choice !== undefined && <Box sx={{ mb: 1 }}>{choice}</Box>}
        <GroupsTable {...part} pages={pages} busy={groups.isPlaceholderData} />
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
    </>
  );
}
