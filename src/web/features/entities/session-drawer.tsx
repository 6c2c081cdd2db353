import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { foreignName } from '../../../domain/foreign-label.ts';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Quantity } from '../../../contract/primitives.ts';
import {
  formatDuration,
  formatEnergy,
  formatExact,
  formatQuantity,
  MISSING,
} from '../../../domain/format.ts';
import { REGISTERS, sessionDurationMs } from '../../../domain/session-maths.ts';
import { CopyId, CopyText } from '../../components/copy-id.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { SessionFlags, type SessionFlagging } from './session-columns.tsx';
import { matchesOf } from './session-facts.ts';
import { OpenMap } from './sessions-table.tsx';

interface SessionDrawerProps extends SessionFlagging {
  entityId: string;
  /** Undefined if it is not in the period. */
  session: ChargeSession | undefined;
  onClose: () => void;
}

function measured(quantity: Quantity | null | undefined, decimals: number): string {
  return formatQuantity(quantity?.value ?? null, quantity?.unit ?? null, decimals);
}

/** All fields of a session, its place on the map, and the Service's raw record. */
export function SessionDrawer(props: SessionDrawerProps) {
  const { entityId, session, onClose, ...flags } = props;
  return (
    <SideSheet title="Charge session" onClose={onClose}>
      {session === undefined ? (
        <Typography>This session was not read. It may be outside the selected period.</Typography>
      ) : (
        <>
          <SessionFlags session={session} {...flags} />
          <SessionFields session={session} zone={flags.zone} />
          {session.data?.location !== null && <OpenMap entityId={entityId} sessions={[session]} />}
          <RawRecord session={session} />
        </>
      )}
    </SideSheet>
  );
}

function SessionFields({ session, zone }: { session: ChargeSession; zone: string }) {
  const { data } = session;
  const charge = data?.charge ?? null;
  const total = charge?.total ?? null;
  const place = data?.location ?? null;
  const matches = matchesOf(session);
  const energy = (value: number | null | undefined): string =>
    formatEnergy(value ?? null, total?.unit ?? null);
  return (
    <FactList label="Charge session">
      <Fact name="Start">{formatExact(data?.start ?? null, zone)}</Fact>
      <Fact name="End">{formatExact(data?.end ?? null, zone)}</Fact>
      <Fact name="Duration">{formatDuration(sessionDurationMs(session))}</Fact>
      <Fact name="Total energy">{energy(total?.total)}</Fact>
      {REGISTERS.map((name) => (
        <Fact key={name} name={`Register ${name}`}>
          {energy(total?.[name])}
        </Fact>
      ))}
      <Fact name="Average power">{measured(charge?.averagePower, 1)}</Fact>
      <Fact name="Charge at start">{measured(charge?.start, 1)}</Fact>
      <Fact name="Charge at end">{measured(charge?.end, 1)}</Fact>
      <Fact name="Range at start">{measured(data?.range?.start, 0)}</Fact>
      <Fact name="Range at end">{measured(data?.range?.end, 0)}</Fact>
      <Fact name="Address">{foreignName(place?.address) ?? MISSING}</Fact>
      <Fact name="Coordinates">
        {place === null || place.latitude === null || place.longitude === null ? (
          MISSING
        ) : (
          <CopyText
            text={`${place.latitude}, ${place.longitude}`}
            label={`${place.latitude}, ${place.longitude}`}
            what="the coordinates of the session"
          />
        )}
      </Fact>
      <Fact name="Matched Locations">
        {matches.length === 0
          ? MISSING
          : matches.map(({ id, label, accuracy }, at) => (
              <div key={id ?? at}>
                {label ?? 'No label'}
                {accuracy !== null && `, accuracy ${accuracy}`}{' '}
                {id !== null && <CopyId id={id} what="the id of the matched Location" />}
              </div>
            ))}
      </Fact>
      <Fact name="Computed">{formatExact(session.created, zone)}</Fact>
      <Fact name="Session id">
        <CopyId id={session.id} what="the id of the session" />
      </Fact>
    </FactList>
  );
}

/** The record as the Service has it, which few need. */
function RawRecord({ session }: { session: ChargeSession }) {
  return (
    <details>
      <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
        Raw record
      </Box>
      <Box component="section" aria-label="Raw record" sx={{ mt: 1 }}>
        <CopyText text={JSON.stringify(session, null, 2)} label="Copy" what="the raw record" />
        <JsonText value={session} label="Raw record, scrolls" />
      </Box>
    </details>
  );
}
