import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import type { DoubtfulSessions, ReportSums } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatDecimal } from '../../../domain/format.ts';
import { shownTotal } from '../../../domain/reports/shown-sums.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { errorText } from '../../api/errors.ts';
import { reportBeforeQuery } from '../../api/report-queries.ts';
import type { Change } from '../../components/change-of.ts';
import { DoubtfulMark } from '../../components/doubtful-mark.tsx';
import { visuallyHidden } from '../../components/field-styles.ts';
import { Hint } from '../../components/hint.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { saidChange, type Figure, type SaidChange } from './change-against.ts';
import { unitLabel } from './group-rows.ts';
import { DOUBTFUL_SESSIONS, type RunSearch } from './run-search.ts';
import { SessionsLink } from './sessions-link.tsx';

interface TotalsProps {
  totals: readonly ReportSums[];
  doubtful: DoubtfulSessions;
  run: ReportRun;
  search: RunSearch;
}

/** The totals of a run, per energy unit, with their change against the period before. */
export function Totals({ totals, doubtful, run, search }: TotalsProps) {
  const currency = run.tariff?.content.currency ?? null;
  const several = totals.length > 1;
  return (
    <StatTiles>
      {totals.map((sums) => {
        const shown = shownTotal(sums);
        const of = several ? ` in ${unitLabel(sums.unit)}` : '';
        const inDoubt = doubtful.find(({ unit }) => unit === sums.unit)?.sessions ?? 0;
        const change = (figure: Figure) => <PeriodChange run={run} sums={sums} figure={figure} />;
        return [
          <StatTile
            key={`sessions ${sums.unit ?? ''}`}
            label={several ? `Sessions with energy${of}` : 'Sessions in period'}
            value={shown.sessions}
            change={change('sessions')}
          />,
          <StatTile
            key={`energy ${sums.unit ?? ''}`}
            label={`Energy${of}`}
            value={
              <Tooltip title={`${formatDecimal(sums.energy)} ${sums.unit ?? ''}`}>
                <span>
                  {shown.energy}
                  {sums.unit !== null && ` ${sums.unit}`}
                </span>
              </Tooltip>
            }
            change={change('energy')}
            note={
              inDoubt === 0 ? undefined : (
                <DoubtfulMark>
                  {run.draft ? (
                    doubtfulLabel(inDoubt)
                  ) : (
                    <SessionsLink runId={run.id} search={search} sessions={DOUBTFUL_SESSIONS}>
                      {doubtfulLabel(inDoubt)}
                    </SessionsLink>
                  )}
                </DoubtfulMark>
              )
            }
          />,
          currency !== null && (
            <StatTile
              key={`cost ${sums.unit ?? ''}`}
              label={`Cost${of}`}
              value={`${shown.cost} ${currency}`}
              change={change('cost')}
              note={
                sums.unpriced === '0'
                  ? undefined
                  : `without ${shown.unpriced} ${unitLabel(sums.unit)} that have no price`
              }
            />
          ),
          <StatTile
            key={`duration ${sums.unit ?? ''}`}
            label={`Duration${of}`}
            value={shown.duration}
            change={change('duration')}
            note={`average ${shown.averagePower} kW, peak ${shown.peakPower} kW`}
          />,
        ];
      })}
    </StatTiles>
  );
}

interface PeriodChangeProps {
  run: ReportRun;
  /** Of the run, in one unit. */
  sums: ReportSums;
  figure: Figure;
}

/** A no-break space: reserves the height of the line. */
const NOTHING_YET = '\u00A0';

/** The change of a figure since the period before, in one line; for an incomplete run, that it is incomplete. */
function PeriodChange({ run, sums, figure }: PeriodChangeProps) {
  const { data: before, error } = useQuery(reportBeforeQuery(run));
  if (run.state !== 'complete') return 'partial';
  if (before !== undefined) return <Said said={saidChange(run, before, sums, figure)} />;
  if (error === null) return NOTHING_YET;
  const { title, detail } = errorText(error);
  return <Said said={{ change: null, text: 'not compared', hint: `${title}. ${detail}` }} />;
}

function Said({ said: { change, text, hint } }: { said: SaidChange }) {
  return (
    // A new key per text: otherwise the old text would move aside for the arrow.
    <Hint
      key={text}
      text={hint}
      sx={{
        display: 'block',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      {change !== null && (
        <>
          <ChangeMark change={change} />{' '}
        </>
      )}
      {text}
    </Hint>
  );
}

const WORDS = { up: 'up', down: 'down', same: 'unchanged' } as const;
const POINTS = { up: '4,1 8,7 0,7', down: '4,7 8,1 0,1' } as const;

/** A change as an arrow and a percentage in the text colour: more is neither good nor bad. */
function ChangeMark({ change: { direction, percent } }: { change: Change }) {
  return (
    <>
      {direction === 'same' ? (
        <span aria-hidden>±</span>
      ) : (
        <Box
          component="svg"
          viewBox="0 0 8 8"
          aria-hidden
          sx={{ width: '0.7em', height: '0.7em', fill: 'currentColor', mr: '0.35em' }}
        >
          <polygon points={POINTS[direction]} />
        </Box>
      )}
      <Box component="span" sx={visuallyHidden}>
        {WORDS[direction]}{' '}
      </Box>
      {percent}
    </>
  );
}
