import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { FigureSession } from '../../../contract/console/report-figures.ts';
import { REPORT_ROUTES, NewDecision } from '../../../contract/console/report-routes.ts';
import { formatExact } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { FormText } from '../../components/form.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { amountLabel, durationLabel, remarksOf } from './session-table.tsx';

interface SessionSheetProps {
  /** Undefined if it is not among those that were read. */
  session: FigureSession | undefined;
  /** Time zone of the report. */
  zone: string;
  /** Null: no tariff, so no cost. */
  currency: string | null;
  onClose: () => void;
}

/** All fields of a session of a report, exact, and what an operator decides about it. */
export function SessionSheet({ session, onClose, ...rest }: SessionSheetProps) {
  return (
    <SideSheet title="Charge session" onClose={onClose}>
      {session === undefined ? (
        <Typography>
          This session is not among those listed. Change the filters, or read more sessions.
        </Typography>
      ) : (
        <>
          <Remarks session={session} />
          <Fields session={session} {...rest} />
          <Decide key={session.id} session={session} onDecided={onClose} />
        </>
      )}
    </SideSheet>
  );
}

function Remarks({ session }: { session: FigureSession }) {
  const remarks = remarksOf(session);
  if (remarks.length === 0) {
    return <Typography variant="body2">This session has no exceptions.</Typography>;
  }
  return (
    <Box component="ul" aria-label="Remarks" sx={{ m: 0, pl: 2.5, fontSize: '0.8125rem' }}>
      {remarks.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </Box>
  );
}

/** The exact fields of a session with their names; null: it does not have them. */
function fieldsOf(session: FigureSession, zone: string, currency: string | null) {
  const { unit, registers } = session;
  const own = session.zone ?? zone;
  const amount = (decimal: string | null, of: string | null) =>
    decimal === null ? null : amountLabel(decimal, of);
  const fields: [name: string, text: string | null][] = [
    ['Start', formatExact(session.start, own)],
    ['End', formatExact(session.end, own)],
    ['Zone', session.zone === null ? own : `${own}, that of its place`],
    ['Duration', durationLabel(session)],
    ['Total energy', amountLabel(session.energy, unit)],
    ['Energy in this list', amountLabel(session.counted, unit)],
    ['Register t1', amount(registers.t1, unit)],
    ['Register t2', amount(registers.t2, unit)],
    ['Register t3', amount(registers.t3, unit)],
    ['Register t4', amount(registers.t4, unit)],
    ['Cost', currency === null ? null : amountLabel(session.cost, currency)],
    ['Of that fees', currency === null ? null : amount(session.fees, currency)],
    ['Without a price', currency === null ? null : amount(session.unpriced, unit)],
    ['Average power', amount(session.averagePowerW, 'W')],
    ['Charge at start', amount(session.socStart, '%')],
    ['Charge at end', amount(session.socEnd, '%')],
    ['Range gained', amount(session.rangeGainKm, 'km')],
    ['Address', session.address],
    ['Location', session.locationLabel],
  ];
  return fields.filter(([, text]) => text !== null);
}

interface FieldsProps extends Pick<SessionSheetProps, 'zone' | 'currency'> {
  session: FigureSession;
}

function Fields({ session, zone, currency }: FieldsProps) {
  const { entityId, entityName, id, locationId, pairedWith } = session;
  return (
    <FactList label="Charge session">
      <Fact name="Entity">
        <EntityLink id={entityId} name={entityName} />
      </Fact>
      {fieldsOf(session, zone, currency).map(([name, text]) => (
        <Fact key={name} name={name}>
          {text}
        </Fact>
      ))}
      {locationId !== null && (
        <Fact name="Id of the Location">
          <CopyId id={locationId} what="the id of the matched Location" />
        </Fact>
      )}
      <Fact name="Session id">
        <CopyId id={id} what="the id of the session" />
      </Fact>
      {pairedWith !== null && (
        <Fact name="Earlier session">
          <CopyId id={pairedWith} what="the id of the earlier session" />
        </Fact>
      )}
      <Fact name="At the Entity">
        <AppLink
          to="/entities/$entityId"
          params={{ entityId }}
          search={{ tab: 'sessions' as const, range: 'all' as const, session: id }}
        >
          Current record at the Service
        </AppLink>
      </Fact>
    </FactList>
  );
}

const Reason = NewDecision.pick({ reason: true });

const DECISIONS = [
  { kind: 'accepted', label: 'Accept' },
  { kind: 'left-out', label: 'Leave out' },
  { kind: null, label: 'Take back' },
] as const;

/** Accepts the session as it is, leaves it out of all reports, or takes that back; the record itself never changes. */
function Decide({ session, onDecided }: { session: FigureSession; onDecided: () => void }) {
  const { reason: denial } = usePermission('run-reports');
  const deciding = useMutation(mutation(REPORT_ROUTES.decideSession));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(Reason),
    defaultValues: { reason: '' },
  });
  const { entityId, id, decision } = session;
  const decide = (kind: NewDecision['kind']) => () =>
    void handleSubmit(({ reason }) =>
      deciding.mutate(
        { body: { entityId, sessionId: id, kind, reason } },
        { onSuccess: onDecided },
      ),
    )();
  return (
    <Box
      component="section"
      aria-label="Decision"
      sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5, display: 'grid', gap: 1 }}
    >
      {decision !== null && (
        <Typography variant="body2">
          {decision.kind === 'accepted' ? 'Accepted' : 'Left out'} by {decision.by}:{' '}
          {decision.reason}
        </Typography>
      )}
      <FormText
        control={control}
        name="reason"
        label="Reason"
        maxLength={300}
        wrong="Enter a reason."
        helper="Kept in the manifest of each report that is sealed."
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {DECISIONS.filter(({ kind }) => kind !== (decision?.kind ?? null)).map(
          ({ kind, label }) => (
            <PermittedButton
              key={label}
              denial={denial}
              disabled={denial === null && deciding.isPending}
              variant="outlined"
              color="inherit"
              onClick={decide(kind)}
            >
              {label}
            </PermittedButton>
          ),
        )}
      </Box>
      {deciding.error !== null && (
        <ErrorPanel what="The decision was not stored" error={deciding.error} />
      )}
    </Box>
  );
}
