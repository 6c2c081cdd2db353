import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import type { Boundary } from '../../../contract/console/report-definition.ts';
import type { ReportGroup } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatCount, formatDecimal } from '../../../domain/format.ts';
import { GROUPING_LABELS, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { shownEnergy } from '../../../domain/reports/shown-sums.ts';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { reportGroupsQuery } from '../../api/report-queries.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { Answer, CHARTS_HEIGHT } from './answer.tsx';
import { hourSpan, weekdayHourOf } from './group-labels.ts';
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

interface HeatMapProps {
  groups: readonly ReportGroup[];
  unit: string | null;
  zone: string;
  boundary: Boundary;
}

/** How the energy of a session is assigned to hours. */
const WHERE: Readonly<Record<Boundary, string>> = {
  start: 'all energy of a session counts in the hour of its start',
  end: 'all energy of a session counts in the hour of its end',
  split: 'the energy of a session is spread evenly over its duration',
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Energy by weekday and hour: a table whose cells are darker the higher the energy. */
function HeatMap({ groups, unit, zone, boundary }: HeatMapProps) {
  const own = groups.filter((group) => group.unit === unit);
  const byKey = new Map(own.map((group) => [group.key, group]));
  const most = own.reduce((best, { energy }) => Math.max(best, Number(energy)), 0);
  const title = `Energy by weekday and hour${unit === null ? '' : `, ${unit}`}`;
  const at = (weekday: number, hour: number) =>
    byKey.get(`${weekday}-${String(hour).padStart(2, '0')}`);
  return (
    <Box component="figure" aria-label={title} sx={{ m: 0, minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box
        component="section"
        aria-label={`${title}, scrolls`}
        tabIndex={0}
        sx={{ overflowX: 'auto' }}
      >
        <Box component="table" aria-label={title} sx={tableStyles}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Weekday</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday)}</th>
                {HOURS.map((hour) => {
                  const energy = at(weekday, hour)?.energy ?? '0';
                  const share = most === 0 ? 0 : Math.max(0, Number(energy) / most);
                  const amount = `${shownEnergy(energy)} ${unit ?? ''}`;
                  return (
                    <Tooltip
                      key={hour}
                      title={`${weekdayName(weekday)} ${hourSpan(hour)}: ${formatDecimal(energy)} ${unit ?? ''}`}
                    >
                      <td style={{ background: shade(share) }}>
                        <span className="visually-hidden">{amount}</span>
                      </td>
                    </Tooltip>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      <Typography variant="caption" component="figcaption" color="textSecondary">
        {heatSummary(own, unit)} Hours in {zone}; {WHERE[boundary]}.
      </Typography>
    </Box>
  );
}

const tableStyles = {
  borderCollapse: 'separate',
  borderSpacing: '2px',
  tableLayout: 'fixed',
  width: '100%',
  minWidth: 560,
  fontSize: '0.75rem',
  '& th': { fontWeight: 400, color: 'text.secondary', p: 0, textAlign: 'center' },
  '& th[scope="row"]': { textAlign: 'left' },
  '& tr > :first-of-type': { width: 34 },
  '& td': { height: 20, p: 0, borderRadius: '2px', position: 'relative' },
} as const;

/** The square root makes small amounts visible beside large ones. */
function shade(share: number): string {
  if (share === 0) return 'var(--mui-palette-action-hover)';
  const percent = Math.round(12 + 88 * Math.sqrt(share));
  return `color-mix(in srgb, var(--mui-palette-primary-main) ${percent}%, var(--mui-palette-background-default))`;
}

function heatSummary(groups: readonly ReportGroup[], unit: string | null): string {
  const [most] = groups.toSorted((a, b) => Number(b.energy) - Number(a.energy));
  if (most === undefined) return 'No energy in this unit.';
  const { weekday, hour } = weekdayHourOf(most.key);
  return `Most: ${shownEnergy(most.energy)} ${unit ?? ''} on ${weekdayName(weekday)}, ${hourSpan(hour)}.`;
}
