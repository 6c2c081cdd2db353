import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReportSessionRecord } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { MISSING } from '../../../domain/format.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../../domain/reports/findings.ts';
import { REGISTERS } from '../../../domain/reports/report-session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { durationWords, exactWords, zoneOf } from './session-words.ts';
import { amountWords } from './report-sessions-table.tsx';

interface SessionDrawerProps {
  run: ReportRun;
  /** Undefined where it is not among those that were read. */
  session: ReportSessionRecord | undefined;
  onClose: () => void;
}

/** All fields of a session of a run, to the last digit. */
export function SessionDrawer({ run, session, onClose }: SessionDrawerProps) {
  return (
    <DetailDrawer title="Charge session" onClose={onClose}>
      {session === undefined ? (
        <Typography>
          This session is not among those that are listed. Take filters away, or read more sessions.
        </Typography>
      ) : (
        <>
          <Remarks session={session} />
          <Fields run={run} session={session} />
        </>
      )}
    </DetailDrawer>
  );
}

function Remarks({ session: { excluded, findings } }: { session: ReportSessionRecord }) {
  if (excluded === null && findings.length === 0) {
    return <Typography variant="body2">Nothing odd about this session.</Typography>;
  }
  return (
    <Box component="ul" aria-label="Remarks" sx={{ m: 0, pl: 2.5, fontSize: '0.8125rem' }}>
      {excluded !== null && (
        <li>
          <strong>In no total:</strong> {EXCLUSION_LABELS[excluded]}
        </li>
      )}
      {findings.map((kind) => (
        <li key={kind}>{FINDING_LABELS[kind]}</li>
      ))}
    </Box>
  );
}

function Fields({ run, session }: { run: ReportRun; session: ReportSessionRecord }) {
  const { zone } = run.definition;
  const { unit, registers } = session;
  const currency = run.tariff?.content.currency ?? null;
  return (
    <FactList label="Charge session">
      <Fact name="Entity">
        <EntityLink id={session.entityId} name={session.entityName} />
      </Fact>
      <Fact name="Start">{exactWords(session, session.start, zone)}</Fact>
      <Fact name="End">{exactWords(session, session.end, zone)}</Fact>
      <Fact name="Zone">
        {zoneOf(session, zone)}
        {session.zone !== null && ', that of its place'}
      </Fact>
      <Fact name="Duration">{durationWords(session)}</Fact>
      <Fact name="Energy in all">{amountWords(session.energy, unit)}</Fact>
      <Fact name="Energy in this list">{amountWords(session.energyInGroup, unit)}</Fact>
      {REGISTERS.map((name) => (
        <Fact key={name} name={`Register ${name}`}>
          {amountWords(registers[name], unit)}
        </Fact>
      ))}
      {currency !== null && (
        <>
          <Fact name="Cost">{amountWords(session.cost, currency)}</Fact>
          <Fact name="Without a price">{amountWords(session.unpriced, unit)}</Fact>
        </>
      )}
      <Fact name="Average power">{amountWords(session.averagePowerW, 'W')}</Fact>
      <Fact name="Charge at start">{amountWords(session.socStart, '%')}</Fact>
      <Fact name="Charge at end">{amountWords(session.socEnd, '%')}</Fact>
      <Fact name="Range gained">{amountWords(session.rangeGainKm, 'km')}</Fact>
      <Fact name="Address">{session.address ?? MISSING}</Fact>
      <Fact name="Matched Location">
        {session.locationId === null ? (
          MISSING
        ) : (
          <>
            {session.locationLabel ?? 'No label'}{' '}
            <CopyId id={session.locationId} what="the id of the matched Location" />
          </>
        )}
      </Fact>
      <Fact name="Session id">
        <CopyId id={session.id} what="the id of the session" />
      </Fact>
      <Fact name="At the Entity">
        <AppLink
          to="/entities/$entityId"
          params={{ entityId: session.entityId }}
          search={{ tab: 'sessions' as const, range: 'all' as const, session: session.id }}
        >
          As the Service tells it now
        </AppLink>
      </Fact>
    </FactList>
  );
}
