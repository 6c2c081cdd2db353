import Box from '@mui/material/Box';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { MISSING } from '../../../domain/format.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { EntityLabel } from './entity-label.tsx';
import { RequestStatus } from './request-status.tsx';

/** All fields of a request; the Entity and its components are links. */
export function RequestFields({ request }: { request: OffboardingRequest }) {
  const entityId = request.data?.id ?? null;
  const components = request.data?.components ?? null;
  return (
    <FactList label="Offboarding Request">
      <Fact name="Status">
        <RequestStatus status={request.status} />
      </Fact>
      <Fact name="Entity">{entityId === null ? MISSING : <EntityLabel id={entityId} />}</Fact>
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
        {request.principalId === null ? (
          MISSING
        ) : (
          <CopyId id={request.principalId} what="the id of the requester" />
        )}
      </Fact>
      <Fact name="Request id">
        <CopyId id={request.id} what="the id of the request" />
      </Fact>
    </FactList>
  );
}
