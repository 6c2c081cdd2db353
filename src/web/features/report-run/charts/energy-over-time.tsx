import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { GROUPING_LABELS, zoneLabel } from '../../../../domain/reports/report-labels.ts';
import { dateIn } from '../../../../domain/time.ts';
import { reportRunQuery, reportSeriesQuery, type SeriesAsked } from '../../../api/reports.ts';
import { spanWithin } from '../../../components/charts/chart-span.ts';
import { ChoiceChips } from '../../../components/choice-chips.tsx';
import { groupLabel } from '../group-labels.ts';
import type { DraftPartProps, RunPartProps } from '../run-part.ts';
import { GRAINS, STACKS } from '../run-search.ts';
import { periodLabel } from '../run-labels.ts';
import { useCollectiveNames } from '../../../api/collective-names.ts';
import { useExplore } from '../use-explore.ts';
import { Drawn } from './drawn.tsx';
import { SeriesChart } from './series-chart.tsx';
import { grainFor, MOST_BARS, seriesBars } from './series-points.ts';

interface EnergyOverTimeProps extends RunPartProps, DraftPartProps {
  unit: string | null;
  otherUnits: readonly string[];
}

/** More Entities than this cannot be told apart in a bar. */
const MOST_ENTITIES = 10;

/** How bars are stacked until something else is chosen: many Entities by Collective, if there are several. */
function stackFor({ definition, progress }: RunPartProps['run']) {
  const { grouping, scope } = definition;
  const isWide = scope.fleet === true || scope.collectives.length > 1;
  if (grouping === 'entity' && isWide && progress.entities.total > MOST_ENTITIES) {
    return 'collective';
  }
  return STACKS.find((stack) => stack === grouping) ?? 'entity';
}

/** Energy over time, with grain and stacking from the URL. */
export function EnergyOverTime(props: EnergyOverTimeProps) {
  const { run, search, onSearch, unit, otherUnits, onDays, isReplaced = false } = props;
  const names = useCollectiveNames();
  const { show } = useExplore(run, search);
  const zoom =
    onDays ?? (show === null ? null : (days) => show({ period: { kind: 'range', ...days } }));
  const { zone } = run.definition;
  const grain = search.grain ?? grainFor(run);
  const by = search.stack ?? stackFor(run);
  const asked = { grain, by, unit } as const;
  const query = useQuery({ ...reportSeriesQuery(run, asked), enabled: !isReplaced });
  const ghost = useGhost(search.earlier, asked);
  const series = query.data;
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
          choices={GRAINS.map((value) => ({ value, label: `Per ${value}` }))}
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
      <Drawn query={query} what="the energy over time">
        {bars.length > MOST_BARS && (
          <Typography variant="body2" color="textSecondary">
            The period is too long for a chart per {grain}. Choose weeks or months.
          </Typography>
        )}
        {series !== undefined && bars.length <= MOST_BARS && (
          <SeriesChart
            series={series}
            bars={bars}
            labels={series.groups.map((group) => groupLabel(series.by, group, zone, names))}
            zone={zoneLabel(run.definition)}
            provisionalFrom={
              run.provisionalFrom === null ? null : dateIn(zone, Date.parse(run.provisionalFrom))
            }
            ghost={ghost === null ? null : periodLabel(ghost.run)}
            otherUnits={otherUnits}
            onSpan={zoom === null ? undefined : (span) => zoom(spanWithin(span, run))}
          />
        )}
      </Drawn>
    </Box>
  );
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
  const run = useQuery({ ...reportRunQuery(earlier ?? ''), enabled: earlier !== undefined });
  const stand = run.data ?? NOT_READ;
  const series = useQuery({ ...reportSeriesQuery(stand, asked), enabled: run.data !== undefined });
  return run.data === undefined || series.data === undefined || series.isPlaceholderData
    ? null
    : { run: run.data, series: series.data };
}
