import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { formatCount, formatEnergy } from '../../../domain/format.ts';
import { MONTH_DAYS } from '../../../domain/last-days.ts';
import { datesFrom } from '../../../domain/plain-dates.ts';
import {
  addedEnergy,
  energyByUnit,
  energyOverTime,
  sessionEnergy,
} from '../../../domain/session-maths.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { dateIn } from '../../../domain/time.ts';
import { Card } from '../../components/card.tsx';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { KnownAge, KnownRead } from '../../components/known.tsx';
import { LeftOutMark } from '../../components/left-out.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { entityToneColor, entityTypeStyle } from '../../theme/entity-type-style.ts';
import { useZone } from '../../theme/preferences.ts';
import type { EntitySearch } from './entity-search.ts';
import { useAllSessions } from './use-all-sessions.ts';

interface OverviewEnergyProps {
  entityId: string;
  /** Type of the Entity, which decides the colour of the bars; null: not known. */
  type: string | null;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The energy of the sessions of the last 30 days, and the last session. */
export function OverviewEnergy({ entityId, type, onSearch }: OverviewEnergyProps) {
  const zone = useZone();
  const [openedMs] = useState(() => Date.now());
  const range = useMemo(() => presetRange('30d', zone, openedMs), [zone, openedMs]);
  const all = useAllSessions(entityId, range);
  return (
    <Card
      title="Energy"
      note={
        all.stored === null ? (
          `sessions ${all.complete ? 'of the last 30 days' : 'read so far, 30 days'}`
        ) : (
          <KnownAge known={all} />
        )
      }
      aside={
        <Link component="button" variant="body2" onClick={() => onSearch({ tab: 'sessions' })}>
          All sessions
        </Link>
      }
    >
      <KnownRead known={all} what="the sessions" height={142}>
        {(sessions) => (
          <Drawn
            sessions={sessions}
            dates={datesFrom(dateIn(zone, Date.parse(range.start)), MONTH_DAYS)}
            provisionalFrom={dateIn(zone, all.provisionalFrom(zone, openedMs))}
            color={entityToneColor(entityTypeStyle(type).tone)}
            onOpen={(session) => onSearch({ tab: 'sessions', session })}
          />
        )}
      </KnownRead>
    </Card>
  );
}

interface DrawnProps {
  /** Newest first. */
  sessions: readonly ChargeSession[];
  dates: readonly string[];
  /** From this date on the Service may still add sessions. */
  provisionalFrom: string;
  color: string;
  onOpen: (sessionId: string) => void;
}

function Drawn({ sessions, dates, provisionalFrom, color, onOpen }: DrawnProps) {
  const zone = useZone();
  const [most, ...others] = useMemo(() => energyByUnit(sessions), [sessions]);
  const bars = useMemo(() => {
    const { buckets } = energyOverTime(sessions, most?.unit ?? null, zone, 'day');
    const energyOn = new Map(buckets.map(({ date, energy }) => [date, energy]));
    return dates.map((date) => {
      const energy = energyOn.get(date) ?? 0;
      return { date, parts: [energy], total: energy, before: null };
    });
  }, [sessions, most, zone, dates]);
  const withoutEnergy = useMemo(
    () => sessions.filter(({ data }) => addedEnergy(data?.charge?.total ?? null) === null).length,
    [sessions],
  );
  const newest = sessions[0];
  if (newest === undefined) {
    return <Typography variant="body2">None in the last 30 days</Typography>;
  }
  const total = newest.data?.charge?.total ?? null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <Typography component="span" sx={{ fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.2 }}>
          {most === undefined ? 'No energy' : formatEnergy(most.value, most.unit)}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {formatCount(sessions.length, 'session', 'sessions')}
          {others.map(({ unit, value }) => `, ${formatEnergy(value, unit)}`)}{' '}
          <LeftOutMark leftOut={{ otherUnits: 0, withoutEnergy }} />
        </Typography>
      </Box>
      {most !== undefined && (
        <TimeBars
          small
          grain="day"
          bars={bars}
          stacks={[{ key: 'all', label: 'Energy', color }]}
          unit={most.unit}
          provisionalFrom={provisionalFrom}
        />
      )}
      <Typography variant="body2" component="div">
        Last <RelativeTimeText instant={newest.data?.start ?? null} />,{' '}
        {formatEnergy(sessionEnergy(total), total?.unit ?? null)}{' '}
        <Link component="button" variant="body2" onClick={() => onOpen(newest.id)}>
          Open
        </Link>
      </Typography>
    </Box>
  );
}
