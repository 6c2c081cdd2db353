import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { formatDay, formatNumber } from '../../../domain/format.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { energyByUnit, sessionExceptions, sessionSpan } from '../../../domain/session-maths.ts';
import { EnergyTiles } from '../../components/energy-tiles.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';

interface SessionsSummaryProps {
  sessions: readonly ChargeSession[];
  /** How many of them are anomalous. */
  flagged: number;
  zone: string;
  provisionalFrom: number;
  complete: boolean;
}

/** Count, energy per unit and anomalies of the whole period. */
export function SessionsSummary(props: SessionsSummaryProps) {
  const { sessions, flagged, zone, provisionalFrom, complete } = props;
  const totals = useMemo(() => energyByUnit(sessions), [sessions]);
  const provisional = sessions.some((session) => {
    const { startMs } = sessionSpan(session);
    return startMs !== null && startMs >= provisionalFrom;
  });
  const inNoTotal = useMemo(
    () => sessions.filter((session) => sessionExceptions(session).includes('out-of-range')).length,
    [sessions],
  );
  const counted =
    inNoTotal === 0
      ? 'counted in the totals'
      : `${formatNumber(inNoTotal)} too large for the totals`;
  const partial = complete ? undefined : 'so far';
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
      />
      <StatTile
        label="Flagged"
        value={formatNumber(flagged)}
        note={flagged === 0 ? 'no anomalies' : `marked in the table, ${counted}`}
      />
    </StatTiles>
  );
}
