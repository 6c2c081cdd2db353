import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { countsLabel, endedIn, outcomeCounts, stateCounts } from '../../../domain/batch-outcome.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatNumber, MISSING } from '../../../domain/format.ts';
import { EnergyTile } from '../../components/energy-tile.tsx';
import { isUnread, noPlansText } from '../../components/known-of.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';
import { commandsReadOf } from './collective-lists.tsx';

/** The figures of a Collective in one row. Unread values are "not known", never "none". */
export function CollectiveFigures({ overview }: { overview: FleetCollective }) {
  const { energy, outcomes, uncommanded, commandsUnread, commandsPartly, entities } = overview;
  const commanded = entities - uncommanded - commandsUnread - commandsPartly;
  const failed = FAILED_VERDICTS.reduce((sum, verdict) => sum + (outcomes[verdict] ?? 0), 0);
  const note = useCommandsNote(overview, commanded);
  return (
    <StatTiles short>
      <EnergyTile of="week" energy={energy} />
      <EnergyTile of="month" energy={energy} />
      <StatTile
        label="Last Command verified"
        value={
          commanded === 0
            ? MISSING
            : `${formatNumber(outcomes['verified'] ?? 0)} of ${formatNumber(commanded)}`
        }
        note={note}
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

/** Planned Commands of all systems. */
function PlannedTile({ overview }: { overview: FleetCollective }) {
  const [first] = overview.next;
  const readOf = commandsReadOf(overview);
  const isKnown = first !== undefined || !isUnread(readOf);
  return (
    <StatTile
      label="Planned"
      value={isKnown ? formatNumber(overview.planned) : MISSING}
      note={
        first === undefined ? (
          noPlansText(readOf)
        ) : (
          <>
            next: {commandLabelWithValue(first)}, <RelativeTimeText instant={first.triggerTime} />
          </>
        )
      }
    />
  );
}
