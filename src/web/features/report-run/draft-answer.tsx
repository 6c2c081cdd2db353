import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { reportGroupsQuery, resultPollMs, type FiguresPage } from '../../api/report-queries.ts';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { Answer, CHARTS_HEIGHT } from './answer.tsx';
import { FailedEntities } from './failed-entities.tsx';
import { groupsAsked } from './group-rows.ts';
import { NoSessions } from './result-tab.tsx';
import {
  allReadMessage,
  asOfMessage,
  lateMessage,
  partialMessage,
  progressMessage,
  provisionalMessage,
  remainingMessage,
} from './run-labels.ts';
import type { RunSearch } from './run-search.ts';

/** Old figures, dimmed but legible; the delay avoids flashing on quick updates. */
const DIMMED = {
  '& dd, & td, & td a': { color: 'text.secondary', transition: 'color 120ms 150ms' },
  '& .recharts-bar-rectangle': { opacity: 0.4, transition: 'opacity 120ms 150ms' },
} as const;

/** Height of the progress line, with its margin. */
const LINE = '28px';

interface DraftAnswerProps {
  /** The newest draft; null: none yet. */
  draft: ReportRun | null;
  /** The current grouping. */
  grouping: Grouping;
  /** Whether the draft belongs to an earlier choice. */
  isOld: boolean;
}

/** The figures for the form of a new report. */
export function DraftAnswer({ draft, ...props }: DraftAnswerProps) {
  return draft === null ? (
    <Box sx={{ pt: LINE }}>
      <BlockSkeleton what="the figures" height={CHARTS_HEIGHT} />
    </Box>
  ) : (
    <Drafted {...props} draft={draft} />
  );
}

/** Figures with the run they were read from. */
interface Figures {
  run: ReportRun;
  pages: readonly FiguresPage[];
}

/** How often figures are read at first, in ms, while there are none. */
const FIRST_FIGURES = { ms: 200, times: 20 } as const;

/** Whether there is something to show: figures, or the certainty that there are none. */
function isAnswer([first]: readonly FiguresPage[]): boolean {
  return first !== undefined && (first.totals.length > 0 || first.stand.state !== 'running');
}

/** The requested figures once there are any, until then the previous ones. */
function useFigures(run: ReportRun, search: RunSearch) {
  const groups = useInfiniteQuery({
    ...reportGroupsQuery(run, groupsAsked(run, search)),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined && !isAnswer(data.pages) && dataUpdateCount < FIRST_FIGURES.times
        ? FIRST_FIGURES.ms
        : resultPollMs(run),
  });
  const pages = groups.isPlaceholderData ? undefined : groups.data?.pages;
  const isAny = pages !== undefined && isAnswer(pages);
  const [held, setHeld] = useState<Figures | null>(null);
  if (isAny && (held?.pages !== pages || held.run !== run)) {
    setHeld({ run, pages });
  }
  return { groups, figures: held, isCurrent: isAny };
}

function Drafted({ draft, grouping, isOld }: DraftAnswerProps & { draft: ReportRun }) {
  const [search, setSearch] = useState<RunSearch>({});
  const onSearch = useCallback(
    (change: Partial<RunSearch>) => setSearch((old) => ({ ...old, ...change })),
    [],
  );
  // The grouping does not affect any figure, so it needs no other draft.
  const run = useMemo(
    () => ({ ...draft, definition: { ...draft.definition, grouping } }),
    [draft, grouping],
  );
  const { groups, figures, isCurrent } = useFigures(run, search);
  if (figures === null) {
    return groups.error === null ? (
      <>
        <Standing run={run} />
        <BlockSkeleton what="the figures" height={CHARTS_HEIGHT} />
      </>
    ) : (
      <ReadBlock read={groups} what="the figures" height={CHARTS_HEIGHT} />
    );
  }
  const [first] = figures.pages;
  const standing = { ...figures.run, ...first?.stand };
  const isBusy = isOld || !isCurrent;
  return (
    <>
      <Standing run={isBusy ? run : standing} />
      {groups.error !== null && !isCurrent && (
        <ReadBlock read={groups} what="the figures" height={CHARTS_HEIGHT} />
      )}
      <Box
        component="section"
        aria-label="Answer"
        aria-busy={isBusy}
        sx={isBusy ? DIMMED : undefined}
      >
        {first?.totals.length === 0 ? (
          <NoSessions run={standing} />
        ) : (
          <Answer
            run={standing}
            search={search}
            onSearch={onSearch}
            pages={figures.pages}
            groups={groups}
          />
        )}
        {!isBusy && run.progress.entities.failed > 0 && <FailedEntities run={run} />}
      </Box>
    </>
  );
}

/** The progress and age of the figures: one line of constant height. */
function Standing({ run }: { run: ReportRun }) {
  const isRunning = run.state === 'running';
  const known = isRunning
    ? [progressMessage(run), remainingMessage(run.progress)]
    : [run.state === 'complete' ? allReadMessage(run) : null, asOfMessage(run)];
  const limits = isRunning
    ? []
    : [partialMessage(run), lateMessage(run), provisionalMessage(run, run.definition.zone)];
  return (
    <Live sx={{ minHeight: LINE, pb: 1 }}>
      <Typography
        variant="body2"
        component="div"
        color="textSecondary"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
      >
        {known.map((text) => text !== null && <span key={text}>{text}</span>)}
        {limits.map(
          (text) =>
            text !== null && (
              <Box key={text} component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
                {text}
              </Box>
            ),
        )}
      </Typography>
    </Live>
  );
}
