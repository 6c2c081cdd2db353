import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import { useQuery } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { MISSING, shortId } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { StatusMark } from '../../components/status/status-mark.tsx';
import type { StatusStyle } from '../../theme/status.ts';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { CancelOffboarding } from './cancel-offboarding.tsx';
import { useRequester } from './use-offboarding.ts';
import { NO_STATUS, PENDING } from './use-requests.ts';

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
  const record = useEntityRecord(id);
  if (id === null) return MISSING;
  return <EntityLink id={id} name={record?.entity.name ?? null} />;
}

function useEntityRecord(id: string | null) {
  return useQuery(query(DIRECTORY_ROUTES.entity, id === null ? null : { params: { id } })).data;
}

/** Who made a request: the operator, if it was made in this console, else the Service's id of them. */
export function Requester({ request: { id, principalId } }: { request: OffboardingRequest }) {
  const own = useRequester(id);
  if (own !== undefined && own.requestedBy !== null) {
    return (
      <>
        {own.requestedBy}, <RelativeTimeText instant={own.requestedAt} />
      </>
    );
  }
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
export function CancelRequest({ request: { id, status, data } }: { request: OffboardingRequest }) {
  const entityId = data?.id ?? null;
  const { entity } = useEntityRecord(entityId) ?? {};
  return (
    <CancelOffboarding
      requestId={id}
      name={entity?.name ?? shortId(entityId ?? id)}
      obstacle={
        status === PENDING
          ? null
          : `Only a Pending request can be canceled; this one is ${status ?? 'without a status'}.`
      }
    />
  );
}
