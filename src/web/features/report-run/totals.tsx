import type { ReportSums } from '../../../contract/console/report-result.ts';
import { formatDecimal } from '../../../domain/format.ts';
import { shownTotal } from '../../../domain/reports/shown-sums.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { unitLabel } from './group-rows.ts';
import type { RunPartProps } from './run-part.ts';

interface TotalsProps {
  totals: readonly ReportSums[];
  run: Pick<RunPartProps['run'], 'state' | 'tariff'>;
}

/** The totals of a run, for each energy unit. */
export function Totals({ totals, run }: TotalsProps) {
  const currency = run.tariff?.content.currency ?? null;
  const note = run.state === 'complete' ? undefined : 'partial';
  const several = totals.length > 1;
  return (
    <StatTiles>
      {totals.map((sums) => {
        const shown = shownTotal(sums);
        const of = several ? ` in ${unitLabel(sums.unit)}` : '';
        return [
          <StatTile
            key={`sessions ${sums.unit ?? ''}`}
            label={several ? `Sessions with energy${of}` : 'Sessions in period'}
            value={shown.sessions}
            note={note}
          />,
          <StatTile
            key={`energy ${sums.unit ?? ''}`}
            label={`Energy${of}`}
            value={
              <span data-hint={`${formatDecimal(sums.energy)} ${sums.unit ?? ''}`}>
                {shown.energy}
                {sums.unit !== null && ` ${sums.unit}`}
              </span>
            }
            note={note}
          />,
          currency !== null && (
            <StatTile
              key={`cost ${sums.unit ?? ''}`}
              label={`Cost${of}`}
              value={`${shown.cost} ${currency}`}
              note={
                sums.unpriced === '0'
                  ? note
                  : `without ${shown.unpriced} ${unitLabel(sums.unit)} that have no price`
              }
            />
          ),
          <StatTile
            key={`duration ${sums.unit ?? ''}`}
            label={`Duration${of}`}
            value={shown.duration}
            note={`average ${shown.averagePower} kW, peak ${shown.peakPower} kW`}
          />,
        ];
      })}
    </StatTiles>
  );
}
