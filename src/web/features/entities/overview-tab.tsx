import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useState } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { formatCount, formatEnergy, formatQuantity } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { MONTH_DAYS } from '../../../domain/last-days.ts';
import { datesFrom } from '../../../domain/plain-dates.ts';
import {
  addedEnergy,
  energyByUnit,
  energyOverTime,
  sessionEnergy,
} from '../../../domain/session-maths.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { presetRange } from '../../../domain/session-period.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { dateIn } from '../../../domain/time.ts';
import { keysOf } from '../../../lib/objects.ts';
import { errorText } from '../../api/errors.ts';
import { query } from '../../api/query.ts';
import { useCapacityUnit, usePermission } from '../../api/session.ts';
import { AsOf, type ShownRead } from '../../components/as-of.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { DoubtfulMark } from '../../components/doubtful-mark.tsx';
import { Card } from '../../components/card.tsx';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { InHead } from '../../components/head-slot.tsx';
import { KnownAge, KnownRead, type Known } from '../../components/known.tsx';
import { LeftOutMark } from '../../components/left-out.tsx';
import { OffboardedContext, useChangeObstacle } from '../../components/offboarded-context.ts';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { entityToneColor, entityTypeStyle } from '../../theme/entity-type-style.ts';
import { useZone } from '../../theme/preferences.ts';
import { useRefreshReads } from '../fleet/refresh-reads.ts';
import { PlaceMap } from '../map/place-map.tsx';
import { OffboardingState, useKnownRequests } from '../offboarding/entity-offboarding.tsx';
import type { EntitySearch } from './entity-search.ts';
import { Features } from './features.tsx';
import { labelOf, onMap } from './location-facts.ts';
import { OverviewCommands } from './overview-commands.tsx';
import { useFindings } from './use-findings.ts';
import { useAllSessions } from './use-all-sessions.ts';
import { fleetEntity, useCapacity, useFeatures, usePlaces } from './use-known.ts';

interface OverviewTabProps {
  entityId: string;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** Whether a read was neither answered nor failed yet. */
const isFirst = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }) =>
  isPending && failureCount === 0;

/** What the Service is asked about an Entity. */
const useKnownParts = (entityId: string, range: SessionRange) => ({
  features: useFeatures(entityId),
  capacity: useCapacity(entityId),
  locations: usePlaces(entityId),
  sessions: useAllSessions(entityId, range),
});

type KnownParts = ReturnType<typeof useKnownParts>;

/**
 * Whether what the Service said last of an Entity is still to come, which is soon.
 * @param stored undefined: what there is, is not known
 */
function awaitsCopies(known: KnownParts, range: SessionRange, stored: FleetEntity | undefined) {
  const from = instantMs(stored?.knownFrom ?? null) ?? Infinity;
  const isCovered = from <= Date.parse(range.start);
  return keysOf(known).some((resource) => {
    const { value, live } = known[resource];
    const read = stored?.reads.find((each) => each.resource === resource);
    const hasCopy = (read?.readAt ?? null) !== null && (resource !== 'sessions' || isCovered);
    return hasCopy && value === undefined && live.error === null;
  });
}

/** A part, as the head refreshes it. Its card says why it was never read. */
const refreshable = ({ value, shown }: Known<unknown>): ShownRead =>
  value === undefined ? { ...shown, error: null } : shown;

/**
 * An Entity at a glance; each card is read and can fail independently. They are drawn once the console's server
 * has told what the Service said last: how high they are is known then, and nothing jumps.
 */
export function OverviewTab(props: OverviewTabProps) {
  const { entityId } = props;
  const zone = useZone();
  const [openedMs] = useState(() => Date.now());
  const range = useMemo(() => presetRange('30d', zone, openedMs), [zone, openedMs]);
  const input = { params: { id: entityId } };
  const stored = useQuery(fleetEntity(entityId));
  const record = useQuery(query(DIRECTORY_ROUTES.entity, input));
  const refreshed = useRefreshReads({ entityId });
  const parts = useKnownParts(entityId, range);
  const requests = useKnownRequests();
  const isOffboarded = useContext(OffboardedContext);
  if (isFirst(stored) || awaitsCopies(parts, range, stored.data)) {
    return <BlockSkeleton height={320} what="the overview" />;
  }
  // The Service knows nothing of an offboarded Entity, so there is nothing to renew.
  const ofService = isOffboarded ? [] : Object.values(parts);
  const shown = [refreshed(stored), ...[...ofService, requests].map(refreshable)];
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      <InHead>{stored.data !== undefined && <AsOf read={shown} what="this Entity" />}</InHead>
      <Box sx={column}>
        <OverviewEnergy
          type={record.data?.entity.type ?? null}
          range={range}
          openedMs={openedMs}
          {...props}
        />
        <OverviewCommands entityId={entityId} />
      </Box>
      <Box sx={column}>
        <Places {...props} />
        <Settings {...props} />
        <Card title="Offboarding" note={<KnownAge known={requests} />}>
          <OffboardingState entityId={entityId} known={requests} />
        </Card>
      </Box>
    </Box>
  );
}

const column = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

/** Height of the map in px, also while the places are read: what is below must not jump. */
const MAP_HEIGHT = 200;

/** Its places: a small map, and their labels. */
function Places({ entityId, onSearch }: OverviewTabProps) {
  const known = usePlaces(entityId);
  const rows = known.value;
  const places = useMemo(() => onMap(rows ?? []), [rows]);
  return (
    <Card
      title="Places"
      note={<KnownAge known={known} />}
      aside={
        rows !== undefined &&
        rows.length > 0 && (
          <Link component="button" variant="body2" onClick={() => onSearch({ tab: 'locations' })}>
            All places
          </Link>
        )
      }
    >
      <KnownRead known={known} what="the places" height={MAP_HEIGHT}>
        {(all) => (
          <>
            {places.length > 0 && (
              <PlaceMap
                label="Places of the Entity"
                places={places}
                chosen={null}
                height={MAP_HEIGHT}
              />
            )}
            <Typography variant="body2" sx={{ mt: places.length > 0 ? 1 : 0 }}>
              {all.length === 0
                ? 'No places of this Entity are known.'
                : all.map(labelOf).join(' · ')}
            </Typography>
          </>
        )}
      </KnownRead>
    </Card>
  );
}

/** Its features as switches, and its battery capacity. */
function Settings({ entityId, onSearch }: OverviewTabProps) {
  const features = useFeatures(entityId);
  const known = useCapacity(entityId);
  const { value: capacity, live } = known;
  const unit = useCapacityUnit();
  const reason = useChangeObstacle(usePermission('change-entity').reason);
  const open = () => onSearch({ tab: 'settings' });
  const failed =
    live.error === null ? 'Reading…' : `Could not be read: ${errorText(live.error).title}`;
  return (
    <Card
      title="Settings"
      note={
        <>
          {reason}
          <KnownAge known={features} />
        </>
      }
      aside={
        <Link component="button" variant="body2" onClick={open}>
          {reason === null ? 'Change' : 'Show'}
        </Link>
      }
    >
      <Features
        entityId={entityId}
        known={features}
        denied={reason !== null}
        onOpenBattery={open}
      />
      <Typography
        variant="body2"
        component="div"
        sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}
      >
        <span>
          Battery capacity:{' '}
          {capacity === undefined ? failed : formatQuantity(capacity.batteryCapacity, unit, 1)}
        </span>
        <KnownAge known={known} />
      </Typography>
    </Card>
  );
}

interface OverviewEnergyProps {
  entityId: string;
  /** Type of the Entity, which decides the colour of the bars; null: not known. */
  type: string | null;
  range: SessionRange;
  /** In milliseconds since the epoch. */
  openedMs: number;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The energy of the sessions of the last 30 days, and the last session. */
function OverviewEnergy({ entityId, type, range, openedMs, onSearch }: OverviewEnergyProps) {
  const zone = useZone();
  const all = useAllSessions(entityId, range);
  return (
    <Card
      title="Energy"
      note={
        all.stale === null ? (
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
            entityId={entityId}
            nowMs={openedMs}
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
  entityId: string;
  /** In milliseconds since the epoch. */
  nowMs: number;
  /** Newest first. */
  sessions: readonly ChargeSession[];
  dates: readonly string[];
  /** From this date on the Service may still add sessions. */
  provisionalFrom: string;
  color: string;
  onOpen: (sessionId: string) => void;
}

function Drawn({ sessions, dates, provisionalFrom, color, onOpen, ...of }: DrawnProps) {
  const zone = useZone();
  const { doubtful } = useFindings(of.entityId, sessions, of.nowMs);
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
          <LeftOutMark leftOut={{ otherUnits: 0, withoutEnergy }} />{' '}
          {doubtful.size > 0 && (
            <DoubtfulMark>
              <AppLink to="." search={{ tab: 'sessions', odd: 'doubtful' }}>
                {doubtfulLabel(doubtful.size)}
              </AppLink>
            </DoubtfulMark>
          )}
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
