import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatCount } from '../../../domain/format.ts';
import { GROUPING_LABELS, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { reportGroupsQuery } from '../../api/report-queries.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Read } from '../../components/read.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { Answer, CHARTS_HEIGHT } from './answer.tsx';
import { HeatMap } from './charts/heat-map.tsx';
import { drawnUnit, groupingOf, groupsAsked } from './group-rows.ts';
import { PartialNote } from './partial-note.tsx';
import type { RunPartProps } from './run-part.ts';

/** Height in px of the heat map with its title and text, so that the content below does not jump. */
const HEAT_HEIGHT = 260;

/** The result of a run: totals, rows of a grouping, charts. */
export function ResultTab(props: RunPartProps) {
  const { run, search, onSearch } = props;
  const groups = useInfiniteQuery(reportGroupsQuery(run, groupsAsked(run, search)));
  const pages = groups.data?.pages;
  if (pages === undefined) {
    return <ReadBlock read={groups} what="the result" height={CHARTS_HEIGHT} />;
  }
  const totals = pages[0]?.totals ?? [];
  // Figures of a running report grow: the text about them must be from the same read.
  const standing = { ...run, ...pages[0]?.stand };
  return (
    <div className="wide-paper">
      <PartialNote run={standing} />
      {totals.length === 0 ? (
        <NoSessions run={standing} onExceptions={() => onSearch({ tab: 'exceptions' })} />
      ) : (
        <>
          <Answer
            {...props}
            run={standing}
            groups={groups}
            pages={pages}
            choice={
              <ChoiceChips
                label="Group by"
                required
                choices={GROUPINGS.map((value) => ({ value, label: GROUPING_LABELS[value] }))}
                value={groupingOf(run, search)}
                onChange={(value) =>
                  onSearch({
                    by: GROUPINGS.find((known) => known === value),
                    order: undefined,
                    direction: undefined,
                  })
                }
              />
            }
          />
          {/* Browsers print no shades of cells. */}
          <Box className="no-print">
            <Section title="Patterns">
              <Heat run={run} unit={drawnUnit(search, totals)} />
            </Section>
          </Box>
        </>
      )}
    </div>
  );
}

function Heat({ run, unit }: { run: ReportRun; unit: string | null }) {
  const query = useInfiniteQuery(reportGroupsQuery(run, { by: 'hour-weekday' }));
  const { boundary } = run.definition;
  return (
    <Read query={query} what="the heat map" height={HEAT_HEIGHT}>
      {({ pages }) => (
        <HeatMap
          groups={pages.flatMap((page) => page.groups)}
          unit={unit}
          zone={zoneLabel(run.definition)}
          boundary={boundary}
        />
      )}
    </Read>
  );
}

interface NoSessionsProps {
  run: Pick<ReportRun, 'state' | 'progress'>;
  /** Opens the exceptions; absent: there is no such page. */
  onExceptions?: () => void;
}

/** Shown instead of figures if there are no sessions. */
export function NoSessions({ run, onExceptions }: NoSessionsProps) {
  const { entities, sessions } = run.progress;
  const read = `${formatCount(entities.done, 'Entity was', 'Entities were')} read`;
  const why = onExceptions === undefined ? '' : '; the exceptions say why';
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
          ? run.state === 'complete' && 'The Service lists no sessions around it.'
          : `The Service lists ${formatCount(sessions, 'session', 'sessions')} around it, which belong to no total${why}.`}
      </Typography>
      {onExceptions !== undefined && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={onExceptions}
          sx={{ justifySelf: 'start' }}
        >
          Show the exceptions
        </Button>
      )}
    </EmptyState>
  );
}
