import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { foreignName } from '../../../domain/foreign-label.ts';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { formatCount } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { PlaceMap } from '../map/place-map.tsx';
import { matchesOf } from './session-facts.ts';
import { labelOf, onMap, sessionPins, sessionPlaces } from './location-facts.ts';
import { usePlaces } from './use-known.ts';

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
