import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import type { Energy } from '../../../contract/console/energy.ts';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { countsLabel, endedIn, outcomeCounts, stateCounts } from '../../../domain/batch-outcome.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import {
  exactEnergy,
  formatEnergy,
  formatNumber,
  formatQuantity,
  MISSING,
  formatDateSpan,
} from '../../../domain/format.ts';
import { MONTH_DAYS, WEEK_DAYS } from '../../../domain/last-days.ts';
import { nextPlans } from '../../../domain/next-plans.ts';
import { changeText, energySpan, partText } from '../../components/energy-text.ts';
import { isUnread, noPlansText } from '../../components/known-of.ts';
import { LeftOutMark } from '../../components/left-out.tsx';
import { provisionalDays } from '../../components/provisional.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { commandsReadOf } from './read-of.ts';
import { useNow } from '../../components/use-now.ts';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** The figures of a Collective in one row. Unread values are "not known", never "none". */
export function CollectiveFigures({ overview }: { overview: FleetCollective }) {
  const { energy, outcomes, uncommanded, commandsUnread, commandsPartly, entities, batches } =
    overview;
  const now = useNow();
  const running = batches.find((batch) => batch.open > 0 && isRunning(batch, now));
  const commanded = entities - uncommanded - commandsUnread - commandsPartly;
  const counts = stateCounts(outcomes);
  const open = counts.reduce((sum, { count }) => sum + count, 0) - endedIn(counts);
  const failed = FAILED_VERDICTS.reduce((sum, verdict) => sum + (outcomes[verdict] ?? 0), 0);
  return (
    <StatTiles short>
      <EnergyTile
        label="Energy, 7 days"
        of={WEEK_DAYS}
        energy={energy}
        value={energy?.week?.value ?? null}
      >
        {energy !== null && energy.week !== null && (
          <>
            {[changeText(energy.week), partText(energy)].filter(Boolean).join(' · ')}{' '}
            <LeftOutMark leftOut={energy.leftOut.week} />
          </>
        )}
      </EnergyTile>
      <EnergyTile
        label="Energy, 30 days"
        of={MONTH_DAYS}
        energy={energy}
        value={energy?.month ?? null}
      >
        {energy !== null && (
          <>
            {partText(energy)} <LeftOutMark leftOut={energy.leftOut.month} />
          </>
        )}
      </EnergyTile>
      <StatTile
        label="Last Command verified"
        value={
          commanded === 0
            ? MISSING
            : `${formatNumber(outcomes['verified'] ?? 0)} of ${formatNumber(commanded)}`
        }
        note={
          running !== undefined
            ? `running: ${countsLabel(outcomeCounts(running))}`
            : commanded === 0
              ? commandsUnread + commandsPartly > 0
                ? commandsPartly > 0
                  ? 'Commands partly read'
                  : 'Commands not read yet'
                : 'no Command is known'
              : [
                  open > 0 ? `so far, ${formatNumber(open)} still open` : '',
                  uncommanded > 0 ? `${formatNumber(uncommanded)} without a Command` : '',
                  commandsPartly > 0 ? `${formatNumber(commandsPartly)} partly read` : '',
                  commandsUnread > 0 ? `${formatNumber(commandsUnread)} never read` : '',
                ]
                  .filter((text) => text !== '')
                  .join(' · ') || undefined
        }
      />
      <StatTile
        label="Failed last time"
        value={commanded === 0 ? MISSING : formatNumber(failed)}
        note={commanded === 0 ? undefined : failed === 0 ? 'none' : 'or were not verified'}
      />
      <PlannedTile overview={overview} />
    </StatTiles>
  );
}

/** Planned Commands of all systems. */
function PlannedTile({ overview }: { overview: FleetCollective }) {
  const { next, others } = overview;
  const [first] = nextPlans(next, others);
  const readOf = others === null ? null : commandsReadOf(overview);
  const isKnown = first !== undefined || readOf === null || !isUnread(readOf);
  const note =
    first === undefined ? (
      noPlansText(readOf)
    ) : (
      <>
        next: {commandLabelWithValue(first)}, <RelativeTimeText instant={first.triggerTime} />
      </>
    );
  return (
    <StatTile
      label="Planned"
      value={isKnown ? formatNumber(overview.planned + (others?.plans ?? 0)) : MISSING}
      note={note}
    />
  );
}

/** "3,907" large and its unit small, so that both fit one line of a phone. */
function EnergyFigure({
  value,
  unit,
  about,
}: {
  value: number;
  unit: string | null;
  /** Its days, and which of them may grow. */
  about: readonly (string | null)[];
}) {
  const text = shortEnergy(value, unit);
  const number = unit !== null && text.endsWith(unit) ? text.slice(0, -unit.length) : text;
  return (
    <Tooltip title={[exactEnergy(value, unit), ...about].filter(Boolean).join(', ')}>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {number}
        {number !== text && (
          <Box component="span" sx={{ fontSize: '0.875rem', letterSpacing: 0 }}>
            {unit}
          </Box>
        )}
      </Box>
    </Tooltip>
  );
}

/** Without insignificant decimals; the exact value is on hover. */
function shortEnergy(value: number, unit: string | null): string {
  return value >= 100 ? formatQuantity(value, unit, 0) : formatEnergy(value, unit);
}

interface EnergyTileProps {
  label: string;
  /** Number of days. */
  of: number;
  /** Null: being added up. */
  energy: Energy | null;
  value: number | null;
  children: ReactNode;
}

function EnergyTile({ label, of, energy, value, children }: EnergyTileProps) {
  if (energy === null) return <StatTile label={label} value={MISSING} note="adding up" />;
  const { unit } = energy;
  if (value === null)
    return <StatTile label={label} value={MISSING} note="sessions not read yet" />;
  if (energy.sessions === 0)
    return <StatTile label={label} value={MISSING} note="no charge session is known" />;
  const span = energySpan(energy, of);
  const { text } = provisionalDays(energy.provisionalFrom, span.to);
  return (
    <StatTile
      label={label}
      value={<EnergyFigure value={value} unit={unit} about={[formatDateSpan(span), text]} />}
      note={children}
    />
  );
}
