import Tooltip from '@mui/material/Tooltip';
import type { DoubtfulSessions, ReportSums } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatDecimal } from '../../../domain/format.ts';
import { shownTotal } from '../../../domain/reports/shown-sums.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { DoubtfulMark } from '../../components/doubtful-mark.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { unitLabel } from './group-rows.ts';
import type { Figure } from './change-against.ts';
import { PeriodChange } from './period-change.tsx';
import type { DraftPartProps, RunPartProps } from './run-part.ts';
import { DOUBTFUL_SESSIONS } from './run-search.ts';
import { SessionsLink } from './sessions-link.tsx';

interface TotalsProps extends Pick<DraftPartProps, 'isReplaced'> {
  totals: readonly ReportSums[];
  doubtful: DoubtfulSessions;
  run: ReportRun;
  search: RunPartProps['search'];
}

/** The totals of a run, per energy unit, with their change against the period before. */
export function Totals({ totals, doubtful, run, search, isReplaced = false }: TotalsProps) {
  const currency = run.tariff?.content.currency ?? null;
  const several = totals.length > 1;
  return (
    <StatTiles>
      {totals.map((sums) => {
        const shown = shownTotal(sums);
        const of = several ? ` in ${unitLabel(sums.unit)}` : '';
        const inDoubt = doubtful.find(({ unit }) => unit === sums.unit)?.sessions ?? 0;
        const change = (figure: Figure) => (
          <PeriodChange run={run} sums={sums} figure={figure} isReplaced={isReplaced} />
        );
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
