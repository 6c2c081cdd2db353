import Box from '@mui/material/Box';
import type { FleetEnergy } from '../../../contract/console/energy.ts';
import { dateAfter } from '../../../domain/plain-dates.ts';
import { exactSum } from '../../../domain/session-maths.ts';
import { SEVERAL_COLLECTIVES } from '../../../domain/several-collectives.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { otherUnitsText, partText } from '../../components/energy-text.ts';
import { Explanation } from '../../components/explanation.tsx';
import { LeftOutMark } from '../../components/left-out.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { useZone } from '../../theme/preferences.ts';
import { severalColor, stackColor } from '../../components/charts/stack-colors.ts';

/** Height of the chart in px with a legend of one line; of up to three where it is narrower. */
const HEIGHT = { xs: 224, sm: 192, lg: 150 };

/** Energy per day by Collective, beside the previous period. @param energy null: being added up */
export function EnergyCard({ energy }: { energy: FleetEnergy | null }) {
  const zone = useZone();
  const notes =
    energy === null
      ? []
      : [
          energy.unit,
          energy.days === null ? null : `${energy.previous.length} days`,
          partText(energy),
          otherUnitsText(energy),
        ].filter((text) => text !== null);
  return (
    <Card
      title="Energy per day"
      note={
        <>
          {notes.join(', ')} {energy !== null && <LeftOutMark leftOut={energy.drawnLeftOut} />}
        </>
      }
      aside={
        <Explanation about="About the energy" align="right">
          A session counts on the day of its start, in {zone}. Light columns are provisional: the
          Service computes sessions once a day. Dashed: the 14 days before.{' '}
          {SEVERAL_COLLECTIVES.once} Different units are never added: that of most sessions is
          shown.
        </Explanation>
      }
    >
      <Box sx={{ minHeight: HEIGHT, '& > output': { height: HEIGHT } }}>
        {energy === null ? (
          <BlockSkeleton what="the energy" height="100%" />
        ) : (
          <Drawn energy={energy} />
        )}
      </Box>
    </Card>
  );
}

function Drawn({ energy }: { energy: FleetEnergy }) {
  const { stack, previous, days, from, unit } = energy;
  if (days === null) {
    return (
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        No charge sessions were read yet. <AppLink to="/settings/fleet">Fleet data</AppLink> shows
        the progress.
      </Box>
    );
  }
  if (stack.length === 0) {
    return (
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        No energy in {previous.length} days.
      </Box>
    );
  }
  const first = days.length - previous.length;
  const series = stack.map(({ kind, collective, values }, at) => ({
    key: collective?.id ?? kind,
    label: collective?.name ?? (kind === 'several' ? SEVERAL_COLLECTIVES.name : 'others'),
    color: kind === 'several' ? severalColor() : stackColor(kind === 'others' ? null : at),
    values,
  }));
  return (
    <TimeBars
      small
      grain="day"
      by="by Collective"
      bars={previous.map((before, at) => {
        const parts = series.map(({ values }) => values[at] ?? 0);
        return {
          date: dateAfter(from, first + at),
          parts,
          total: exactSum(parts),
          before: { date: dateAfter(from, first - previous.length + at), energy: before },
        };
      })}
      stacks={series}
      before="previous"
      unit={unit}
      provisionalFrom={energy.provisionalFrom}
    />
  );
}
