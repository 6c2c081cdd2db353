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
import { SideSheet } from '../../components/side-sheet.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { durationLabel, exactTimeLabel, zoneOf } from './session-labels.ts';
import { amountLabel } from './report-sessions-table.tsx';

interface SessionDrawerProps {
  run: ReportRun;
  /** Undefined if it was not read. */
  session: ReportSessionRecord | undefined;
  onClose: () => void;
}

/** All fields of a session of a run, exact. */
export function SessionDrawer({ run, session, onClose }: SessionDrawerProps) {
  return (
    <SideSheet title="Charge session" onClose={onClose}>
      {session === undefined ? (
        <Typography>This session is not listed. Remove filters, or read more sessions.</Typography>
      ) : (
        <>
          <Remarks session={session} />
          <Fields run={run} session={session} />
        </>
      )}
    </SideSheet>
  );
}

function Remarks({ session: { excluded, findings } }: { session: ReportSessionRecord }) {
  if (excluded === null && findings.length === 0) {
    return <Typography variant="body2">This session has no anomalies.</Typography>;
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
      <Fact name="Start">{exactTimeLabel(session, session.start, zone)}</Fact>
      <Fact name="End">{exactTimeLabel(session, session.end, zone)}</Fact>
      <Fact name="Zone">
        {zoneOf(session, zone)}
        {session.zone !== null && ', that of its place'}
      </Fact>
      <Fact name="Duration">{durationLabel(session)}</Fact>
      <Fact name="Total energy">{amountLabel(session.energy, unit)}</Fact>
      <Fact name="Energy in this list">{amountLabel(session.energyInGroup, unit)}</Fact>
      {REGISTERS.map((name) => (
        <Fact key={name} name={`Register ${name}`}>
          {amountLabel(registers[name], unit)}
        </Fact>
      ))}
      {currency !== null && (
        <>
          <Fact name="Cost">{amountLabel(session.cost, currency)}</Fact>
          <Fact name="Without a price">{amountLabel(session.unpriced, unit)}</Fact>
        </>
      )}
      <Fact name="Average power">{amountLabel(session.averagePowerW, 'W')}</Fact>
      <Fact name="Charge at start">{amountLabel(session.socStart, '%')}</Fact>
      <Fact name="Charge at end">{amountLabel(session.socEnd, '%')}</Fact>
      <Fact name="Range gained">{amountLabel(session.rangeGainKm, 'km')}</Fact>
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
          Current record at the Service
        </AppLink>
      </Fact>
    </FactList>
  );
}
