import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import type { FiguresPage } from '../../api/report-queries.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Section } from '../../components/section.tsx';
import { EnergyOverTime } from './charts/energy-over-time.tsx';
import { groupingOf } from './group-rows.ts';
import { GroupsTable } from './groups-table.tsx';
import type { RunPartProps } from './run-part.ts';
import { Totals } from './totals.tsx';

/** Height of the charts, so that the content below does not jump when they appear. */
export const CHARTS_HEIGHT = 378;

interface AnswerProps extends RunPartProps {
  /** The rows shown, at least one page. */
  pages: readonly FiguresPage[];
  /** The query of these rows. */
  groups: UseInfiniteQueryResult<InfiniteData<FiguresPage>>;
  /** The field for the grouping, if it belongs beside the rows. */
  choice?: ReactNode;
}

/**
 * The results of a run: figures, energy over time, rows of the grouping.
 * @param props `run` as of the moment the rows were added up
 */
export function Answer({ pages, groups, choice, ...part }: AnswerProps) {
  const { run, search } = part;
  const totals = pages[0]?.totals ?? [];
  return (
    <>
      <Totals totals={totals} doubtful={pages[0]?.doubtful ?? []} run={run} search={search} />
      <Section title="Energy over time">
        <EnergyOverTime {...part} totals={totals} series={pages[0]?.series} />
      </Section>
      <Section
        title={`By ${GROUPING_LABELS[groupingOf(run, search)].toLowerCase()}`}
        aside={groups.error !== null && <AsOf read={groups} what="the result" />}
      >
        {choice !== undefined && (
          <Box className="no-print" sx={{ mb: 1 }}>
            {choice}
          </Box>
        )}
        <GroupsTable {...part} pages={pages} busy={groups.isPlaceholderData} />
        {groups.hasNextPage && (
          <Button
            color="inherit"
            className="no-print"
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
