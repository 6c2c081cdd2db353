import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useId, useState } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import {
  formatCount,
  formatDuration,
  formatEnergy,
  MISSING,
  formatDay,
  formatNumber,
} from '../../../domain/format.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import {
  energyByUnit,
  exactSum,
  sessionDurationMs,
  tooLarge,
  sessionSpan,
} from '../../../domain/session-maths.ts';
import { errorText } from '../../api/errors.ts';
import { AppLink } from '../../components/app-link.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EnergyTiles, DoubtfulMark } from '../../components/energy-tile.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { PlaceMap } from '../map/place-map.tsx';
import type { EntitySearch } from './entity-search.ts';
import { labelOf, onMap, sessionPins, sessionPlaces } from './location-facts.ts';
import { sessionColumns, type SessionFlagging } from './session-columns.tsx';
import { commonUnit, usedRegisters, matchesOf } from './session-facts.ts';
import { usePlaces } from './entities-queries.ts';

interface SessionsTableProps extends SessionFlagging {
  sessions: readonly ChargeSession[];
  /** Which sessions of the period: "All", "So far", "Flagged". */
  label: string;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The sessions of a period, newest first, with totals in the footer. */
export function SessionsTable(props: SessionsTableProps) {
  const { sessions, zone, exceptions, provisionalFrom, onSearch } = props;
  const columns = useMemo(
    () =>
      sessionColumns(sessions, { exceptions, provisionalFrom, zone }, (session) =>
        onSearch({ session }),
      ),
    [sessions, zone, exceptions, provisionalFrom, onSearch],
  );
  const totals = useMemo(() => totalsOf(sessions), [sessions]);
  const what = `${props.label} ${formatCount(sessions.length, 'session', 'sessions')}`;
  return (
    <DataTable
      label="Charge sessions"
      columns={columns}
      rows={sessions}
      rowKey={(session) => session.id}
      mayBeWide
      footer={{ start: what, ...totals.cells }}
      narrowFooter={
        <Box sx={{ py: 1, fontWeight: 600 }}>
          {what}: {totals.energy}
        </Box>
      }
    />
  );
}

/** Totals in the table's footer; registers are added only if all sessions share a unit. */
function totalsOf(sessions: readonly ChargeSession[]): {
  energy: string;
  cells: Record<string, string>;
} {
  const totals = energyByUnit(sessions);
  const common = commonUnit(sessions, 'energy');
  const energy =
    totals.length === 0
      ? MISSING
      : totals.map(({ unit, value }) => formatEnergy(value, unit)).join(' + ');
  const durations = sessions.flatMap((session) => {
    const duration = sessionDurationMs(session);
    return duration === null || duration < 0 ? [] : [duration];
  });
  const cells: Record<string, string> = {
    duration: formatDuration(durations.reduce((sum, each) => sum + each, 0)),
    energy: common === null ? energy : formatEnergy(totals[0]?.value ?? null, null),
  };
  for (const name of common === null ? [] : usedRegisters(sessions)) {
    const values = sessions.flatMap((session) => session.data?.charge?.total?.[name] ?? []);
    const added = values.filter((value) => !tooLarge(value));
    cells[name] = formatEnergy(exactSum(added), null);
  }
  return { energy, cells };
}

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

interface SessionsMapProps {
  entityId: string;
  sessions: readonly ChargeSession[];
}

/** Map of the sessions and their matched Locations, shown on request. */
export function SessionsMap(props: SessionsMapProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button
        color="inherit"
        variant="outlined"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the map' : 'Show the map'}
      </Button>
      {open && (
        <Box id={id} sx={{ pt: 1 }}>
          <OpenMap {...props} />
        </Box>
      )}
    </div>
  );
}

/** The map with a list of its places. */
export function OpenMap({ entityId, sessions }: SessionsMapProps) {
  const { value: locations, live } = usePlaces(entityId);
  const matched = useMemo(
    () => new Set(sessions.flatMap((session) => matchesOf(session).map((match) => match.id))),
    [sessions],
  );
  const rows = useMemo(
    () => (locations ?? []).filter(({ id }) => matched.has(id)),
    [locations, matched],
  );
  const places = useMemo(() => sessionPlaces(sessions), [sessions]);
  const pins = useMemo(() => [...sessionPins(places), ...onMap(rows)], [places, rows]);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
        alignItems: 'start',
      }}
    >
      {pins.length === 0 ? (
        <Typography variant="body2">No session has valid coordinates.</Typography>
      ) : (
        <PlaceMap label="Map of the sessions" places={pins} chosen={null} height={300} />
      )}
      <Box
        component="ul"
        aria-label="Places on the map"
        tabIndex={0}
        sx={{ m: 0, pl: 2.5, maxHeight: 300, overflowY: 'auto' }}
      >
        {places.map((place) => (
          <li key={place.id}>
            {foreignName(place.address) ?? `${place.latitude}, ${place.longitude}`}:{' '}
            {formatCount(place.sessions, 'session', 'sessions')}
            {!pins.some(({ id }) => id === place.id) && ', coordinates outside the valid range'}
          </li>
        ))}
        {rows.map((row) => (
          <li key={row.id}>Location {labelOf(row)}, matched</li>
        ))}
        {live.error !== null && (
          <li>The matched Locations could not be read: {errorText(live.error).title}</li>
        )}
      </Box>
    </Box>
  );
}
