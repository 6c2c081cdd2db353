import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { formatDay, formatNumber } from '../../../domain/format.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { energyByUnit, sessionSpan } from '../../../domain/session-maths.ts';
import { AppLink } from '../../components/app-link.tsx';
import { DoubtfulMark } from '../../components/doubtful-mark.tsx';
import { EnergyTiles } from '../../components/energy-tiles.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import type { SessionFlagging } from './session-columns.tsx';

interface SessionsSummaryProps extends SessionFlagging {
  sessions: readonly ChargeSession[];
  /** Ids of those whose energy is in doubt. */
  doubtful: ReadonlySet<string>;
  complete: boolean;
}

const isTooLarge = ({ kind }: { kind: string }) => kind === 'out-of-range';

/** Count, energy per unit and anomalies of the whole period. */
export function SessionsSummary(props: SessionsSummaryProps) {
  const { sessions, exceptions, zone, provisionalFrom, complete } = props;
  const flagged = exceptions.size;
  const totals = useMemo(() => energyByUnit(sessions), [sessions]);
  const provisional = sessions.some((session) => {
    const { startMs } = sessionSpan(session);
    return startMs !== null && startMs >= provisionalFrom;
  });
  const inNoTotal = useMemo(
    () => [...exceptions.values()].filter((all) => all.some(isTooLarge)).length,
    [exceptions],
  );
  const counted =
    inNoTotal === 0
      ? 'counted in the totals'
      : `${formatNumber(inNoTotal)} too large for the totals`;
  const partial = complete ? undefined : 'so far';
  const units = totals.map(({ unit }) => unit);
  return (
    <StatTiles>
      <StatTile
        label="Sessions"
        value={formatNumber(sessions.length)}
        note={
          provisional
            ? `provisional from ${formatDay(isoInstant(provisionalFrom), zone)} on`
            : partial
        }
      />
      <EnergyTiles
        units={totals.map(({ value, ...total }) => ({ ...total, energy: value }))}
        total={sessions.length}
        note={partial}
        marks={new Map(units.map((unit) => [unit, <Mark key={unit} unit={unit} {...props} />]))}
      />
      <StatTile
        label="Flagged"
        value={formatNumber(flagged)}
        note={flagged === 0 ? 'no anomalies' : `marked in the table, ${counted}`}
      />
    </StatTiles>
  );
}

/** How many sessions in the sum of a unit are in doubt; opens them. */
function Mark({ unit, sessions, doubtful }: SessionsSummaryProps & { unit: string | null }) {
  const count = sessions.filter(
    ({ id, data }) => doubtful.has(id) && (data?.charge?.total?.unit || null) === unit,
  ).length;
  if (count === 0) return null;
  return (
    <DoubtfulMark>
      <AppLink to="." search={(now) => ({ ...now, odd: 'doubtful' })}>
        {doubtfulLabel(count)}
      </AppLink>
    </DoubtfulMark>
  );
}
