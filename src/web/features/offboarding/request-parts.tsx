import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { MISSING } from '../../../domain/format.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { isConflict, mayBeDone } from '../../api/unsafe-outcome.ts';
import { ActButton } from '../../components/act-button.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { StatusMark } from '../../components/status/status-mark.tsx';
import type { StatusStyle } from '../../theme/status.ts';
import { isPendingRequest, NO_STATUS } from './use-requests.ts';

interface Look {
  style: StatusStyle;
  icon: typeof SvgIcon;
}

/** Green is only for proven success, and nothing proves that an Entity has left. */
const LOOKS: Readonly<Record<string, Look>> = {
  Pending: { style: { tone: 'grey', look: 'plain' }, icon: ScheduleIcon },
  Succeeded: { style: { tone: 'teal', look: 'outline' }, icon: CheckIcon },
  Failed: { style: { tone: 'red', look: 'soft' }, icon: ErrorOutlineIcon },
  Canceled: { style: { tone: 'grey', look: 'struck' }, icon: BlockIcon },
};

const UNKNOWN: Look = { style: { tone: 'grey', look: 'outline' }, icon: HelpOutlineIcon };

/** The status of an Offboarding Request; an unknown one is shown verbatim. */
export function RequestStatus({ status }: { status: string | null }) {
  const known = status !== null && Object.hasOwn(LOOKS, status) ? LOOKS[status] : undefined;
  const { style, icon } = known ?? UNKNOWN;
  return <StatusMark label={status ?? NO_STATUS} style={style} icon={icon} />;
}

/** An Entity by its name in the directory, if any. */
export function EntityLabel({ id }: { id: string | null }) {
  const record = useQuery(query(DIRECTORY_ROUTES.entity, id === null ? null : { params: { id } }));
  if (id === null) return MISSING;
  return <EntityLink id={id} name={record.data?.entity.name ?? null} />;
}

/** Who made a request. */
export function Requester({ request: { principalId } }: { request: OffboardingRequest }) {
  return principalId === null ? (
    MISSING
  ) : (
    <CopyId id={principalId} what="the id of the requester" />
  );
}

/** All fields of a request; the Entity and its components are links. */
export function RequestFields({ request }: { request: OffboardingRequest }) {
  const components = request.data?.components ?? null;
  return (
    <FactList label="Offboarding Request">
      <Fact name="Status">
        <RequestStatus status={request.status} />
      </Fact>
      <Fact name="Entity">
        <EntityLabel id={request.data?.id ?? null} />
      </Fact>
      <Fact name="Components">
        {components === null && MISSING}
        {components !== null && components.length === 0 && 'None'}
        {components !== null && components.length > 0 && (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {components.map((id) => (
              <li key={id}>
                <EntityLabel id={id} />
              </li>
            ))}
          </Box>
        )}
      </Fact>
      <Fact name="Requested by">
        <Requester request={request} />
      </Fact>
      <Fact name="Request id">
        <CopyId id={request.id} what="the id of the request" />
      </Fact>
    </FactList>
  );
}

/** Cancels a request while it is Pending; the Entity then stays. */
export function CancelRequest({ request }: { request: OffboardingRequest }) {
  const { reason } = usePermission('offboard');
  const cancel = useMutation(mutation(ENDPOINTS.cancelOffboardingRequest));
  const denial =
    reason ??
    (isPendingRequest(request)
      ? null
      : `Only a Pending request can be canceled; this one is ${request.status ?? 'without a status'}.`);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <ActButton
        color="inherit"
        denial={denial}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate({ params: { offboardingRequestId: request.id } })}
      >
        {cancel.isPending ? 'Canceling' : 'Cancel the request'}
      </ActButton>
      {cancel.error !== null && (
        <ErrorPanel
          what={
            mayBeDone(cancel.error)
              ? 'It is not known whether the request was canceled'
              : 'Not canceled'
          }
          error={cancel.error}
        >
          <Typography variant="body2">
            {isConflict(cancel.error)
              ? 'It was no longer Pending. Its state is being refreshed.'
              : 'Its state is being refreshed.'}
          </Typography>
        </ErrorPanel>
      )}
    </Box>
  );
}
