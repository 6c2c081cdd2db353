import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import {
  countsLabel,
  endedIn,
  outcomeCounts,
  stateCounts,
  stateLabel,
} from '../../../domain/batch-outcome.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { formatNumber, MISSING } from '../../../domain/format.ts';
import { EnergyTile } from '../../components/energy-tile.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { stateSegments } from '../../components/status/verdict-segments.ts';
import { useNow } from '../../components/use-now.ts';

interface CollectiveFiguresProps {
  overview: FleetCollective;
  /** Whether its Entities may have charge sessions. */
  charges: boolean;
}

/** The figures of a Collective in one row. Unread values are "not known", never "none". */
export function CollectiveFigures({ overview, charges }: CollectiveFiguresProps) {
  const { energy, outcomes, uncommanded, commandsUnread, commandsPartly, entities } = overview;
  const commanded = entities - uncommanded - commandsUnread - commandsPartly;
  const note = useCommandsNote(overview, commanded);
  return (
    <StatTiles short>
      {charges && <EnergyTile of="week" energy={energy} />}
      {charges && <EnergyTile of="month" energy={energy} />}
      <StatTile
        label="Last Command verified"
        value={
          commanded === 0
            ? MISSING
            : `${formatNumber(outcomes['verified'] ?? 0)} of ${formatNumber(commanded)}`
        }
        note={
          <>
            {commanded > 0 && (
              <TallyBar segments={stateSegments(stateCounts(outcomes))} height={8} />
            )}
            {note ?? restOf(outcomes)}
          </>
        }
      />
    </StatTiles>
  );
}

/** "8 failed, 2 not verified": all that is not verified. */
function restOf(outcomes: FleetCollective['outcomes']): string {
  return stateCounts({ ...outcomes, verified: 0 })
    .map(({ verdict, count }) => `${formatNumber(count)} ${stateLabel(verdict)}`)
    .join(', ');
}

/** What limits the figure of the last Commands most: a running batch, open ones, or Commands not read. */
function useCommandsNote(overview: FleetCollective, commanded: number): string | undefined {
  const { outcomes, uncommanded, last } = overview;
  const now = useNow();
  const running = last.batches.find((batch) => batch.open > 0 && isRunning(batch, now));
  if (running !== undefined) return `running: ${countsLabel(outcomeCounts(running))}`;
  const notRead = overview.commandsUnread + overview.commandsPartly;
  if (commanded === 0) return notRead > 0 ? 'Commands not fully read yet' : 'no Command is known';
  const counts = stateCounts(outcomes);
  const open = counts.reduce((sum, { count }) => sum + count, 0) - endedIn(counts);
  if (open > 0) return `so far, ${formatNumber(open)} still open`;
  if (notRead > 0) return `${formatNumber(notRead)} not fully read`;
  return uncommanded > 0 ? `${formatNumber(uncommanded)} without a Command` : undefined;
}
