import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportSeries } from '../../../../contract/console/report-result.ts';
import { GROUPING_LABELS, zoneLabel } from '../../../../domain/reports/report-labels.ts';
import { dateIn } from '../../../../domain/time.ts';
import {
  reportRunQuery,
  reportSeriesQuery,
  type SeriesAsked,
} from '../../../api/report-queries.ts';
import { groupColors, stackColor } from '../../../components/charts/stack-colors.ts';
import { TimeBars } from '../../../components/charts/time-bars.tsx';
import { ChoiceChips } from '../../../components/choice-chips.tsx';
import { groupLabels } from '../group-labels.ts';
import { seriesAsked } from '../group-rows.ts';
import type { RunPartProps } from '../run-part.ts';
import { GRAINS, STACKS } from '../run-search.ts';
import { periodLabel } from '../run-labels.ts';
import { useCollectiveNames } from '../../../api/collective-names.ts';
import { isDrawable, MOST_BARS, seriesBars, steadyOrder } from './series-points.ts';

interface EnergyOverTimeProps extends RunPartProps {
  /** Read with the figures beside it. */
  series: ReportSeries | undefined;
  otherUnits: readonly string[];
}

/** Energy over time, with grain and stacking from the URL. */
export function EnergyOverTime(props: EnergyOverTimeProps) {
  const { run, search, onSearch, otherUnits } = props;
  const names = useCollectiveNames();
  const { zone } = run.definition;
  const asked = seriesAsked(run, search);
  const { grain, by } = asked;
  const ghost = useGhost(search.earlier, asked);
  const series = useSteadySeries(props.series, run.state === 'running');
  const bars =
    series === undefined
      ? []
      : seriesBars(
          series,
          run,
          ghost === null ? null : { series: ghost.series, period: ghost.run },
        );
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
        <ChoiceChips
          label="Chart per"
          required
          choices={GRAINS.filter((value) => isDrawable(value, run)).map((value) => ({
            value,
            label: `Per ${value}`,
          }))}
          value={grain}
          onChange={(value) => onSearch({ grain: GRAINS.find((known) => known === value) })}
        />
        <ChoiceChips
          label="Stacked by"
          required
          choices={STACKS.map((value) => ({
            value,
            label: `By ${GROUPING_LABELS[value].toLowerCase()}`,
          }))}
          value={by}
          onChange={(value) => onSearch({ stack: STACKS.find((known) => known === value) })}
        />
      </Box>
      {bars.length > MOST_BARS && (
        <Typography variant="body2" color="textSecondary">
          The period is too long for a chart per {grain}. Choose weeks or months.
        </Typography>
      )}
      {series !== undefined && bars.length <= MOST_BARS && (
        <TimeBars
          grain={series.grain}
          bars={bars}
          stacks={stacksOf(series, groupLabels(series.by, series.groups, zone, names))}
          unit={series.unit}
          before={ghost === null ? null : periodLabel(ghost.run)}
          provisionalFrom={
            run.provisionalFrom === null ? null : dateIn(zone, Date.parse(run.provisionalFrom))
          }
          otherUnits={otherUnits}
          notes={[`${series.grain === 'hour' ? 'Hours' : 'Days'} in ${zoneLabel(run.definition)}.`]}
        />
      )}
    </Box>
  );
}

/** The series of the chart. @param labels of the separate groups */
function stacksOf({ by, groups }: ReportSeries, labels: readonly string[]) {
  const colors = groupColors(
    by,
    groups.map(({ key }) => key),
  );
  return [
    ...groups.map(({ key }, at) => ({
      key: `group ${key}`,
      label: labels[at] ?? key,
      color: colors[at] ?? stackColor(null),
    })),
    { key: 'all others', label: 'All others', color: stackColor(null) },
  ];
}

/** Groups by energy, most first; while the figures grow, order and colours stay. */
function useSteadySeries(series: ReportSeries | undefined, isGrowing: boolean) {
  const [kept, setKept] = useState<{
    of: ReportSeries | undefined;
    isGrowing: boolean;
    keys: readonly string[];
  }>({ of: undefined, isGrowing, keys: [] });
  let { keys } = kept;
  if (series !== undefined && (series !== kept.of || isGrowing !== kept.isGrowing)) {
    const before = isGrowing && series.by === kept.of?.by ? keys : [];
    keys = steadyOrder(
      before,
      series.groups.map(({ key }) => key),
    );
    setKept({ of: series, isGrowing, keys });
  }
  if (series === undefined) return undefined;
  const placeOf = ({ key }: { key: string }) => keys.indexOf(key);
  return { ...series, groups: series.groups.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

const NOT_READ = {
  id: '',
  state: 'complete',
  finishedAt: null,
  hash: null,
  progress: { sessions: 0 },
} as const;

/** The compared run as a line behind the bars; null: none, or not read yet. */
function useGhost(earlier: string | undefined, asked: SeriesAsked) {
  const run = useQuery(reportRunQuery(earlier));
  const stand = run.data ?? NOT_READ;
  const series = useQuery({ ...reportSeriesQuery(stand, asked), enabled: run.data !== undefined });
  return run.data === undefined || series.data === undefined || series.isPlaceholderData
    ? null
    : { run: run.data, series: series.data };
}
