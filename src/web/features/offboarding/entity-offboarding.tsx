import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { formatCount, shortId } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { isConflict, mayBeDone } from '../../api/unsafe-outcome.ts';
import { ActButton } from '../../components/act-button.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import {
  isWhole,
  KnownAge,
  knownList,
  KnownRead,
  useChangeObstacle,
} from '../../components/known.tsx';
import { OffboardedContext } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { EraseEntity } from './erase-entity.tsx';
import { CancelRequest, RequestFields, RequestStatus } from './request-parts.tsx';
import { isPendingRequest, requestsFor, useRequests } from './use-requests.ts';

/** The Offboarding Requests of all Entities. */
export function useKnownRequests() {
  const all = useRequests();
  return knownList(all, all.requests, all.note);
}

interface OffboardingStateProps {
  entityId: string;
  known: ReturnType<typeof useKnownRequests>;
}

/** One line about whether an Entity is being offboarded. */
export function OffboardingState({ entityId, known }: OffboardingStateProps) {
  const { value: requests, live } = known;
  if (requests === undefined) {
    return live.error === null ? 'Reading…' : `Could not be read: ${errorText(live.error).title}`;
  }
  const [newest] = requestsFor(requests, entityId);
  if (newest !== undefined) return <RequestStatus status={newest.status} />;
  return isWhole(known) ? 'None requested' : 'None found so far';
}

/** The state of an Entity's offboarding, with buttons to request and cancel it. */
export function EntityOffboarding({ entityId }: { entityId: string }) {
  const known = useKnownRequests();
  return (
    <Section
      ofTab
      title="Offboarding"
      aside={<KnownAge known={known} what="the Offboarding Requests" />}
    >
      <KnownRead
        known={known}
        what="the Offboarding Requests"
        count={({ length }) => formatCount(length, 'request', 'requests')}
      >
        {(requests) => {
          const mine = requestsFor(requests, entityId);
          return (
            <Box sx={{ display: 'grid', gap: 2.5 }}>
              {mine.length === 0 && (
                <Typography>
                  {isWhole(known)
                    ? 'No offboarding of this Entity was requested.'
                    : 'No request for this Entity has been found so far.'}
                </Typography>
              )}
              {mine.map((request) => (
                <Box key={request.id} sx={{ display: 'grid', gap: 1.5 }}>
                  <RequestFields request={request} />
                  {isPendingRequest(request) && <CancelRequest request={request} />}
                </Box>
              ))}
              <OffboardingActs entityId={entityId} isPending={mine.some(isPendingRequest)} />
            </Box>
          );
        }}
      </KnownRead>
    </Section>
  );
}

interface OffboardingActsProps {
  entityId: string;
  /** Whether a request is Pending, so that no other can be made. */
  isPending: boolean;
}

/** What can be done about its offboarding. If another operator was faster, the dialog stays open to show that. */
export function OffboardingActs({ entityId, isPending }: OffboardingActsProps) {
  const reason = useChangeObstacle(usePermission('offboard').reason);
  const record = useQuery(query(DIRECTORY_ROUTES.entity, { params: { id: entityId } }));
  const [asking, setAsking] = useState(false);
  const request = useMutation(mutation(ENDPOINTS.createOffboardingRequest));
  const name = record.data?.entity.name ?? shortId(entityId);
  const isGone = useContext(OffboardedContext);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {isGone && record.data?.erased === null && <EraseEntity entityId={entityId} name={name} />}
      {!isPending && !isGone && (
        <ActButton color="error" denial={reason} onClick={() => setAsking(true)}>
          Offboard this Entity
        </ActButton>
      )}
      {asking && (
        <ConfirmDialog
          title={`Offboard ${name}?`}
          typed={name}
          act="Request offboarding"
          sending={request}
          failed={
            mayBeDone(request.error)
              ? 'It is not known whether the request was made'
              : 'Not requested'
          }
          advice={
            isConflict(request.error) ? (
              <>
                A request for this Entity is already Pending. Close this dialog to open or cancel it
                on the page. All requests are on the page{' '}
                <AppLink to="/offboarding" search={{ status: 'Pending' }}>
                  Offboarding
                </AppLink>
                .
              </>
            ) : (
              mayBeDone(request.error) &&
              'It is not sent again automatically. The list of requests is being refreshed: check it before you try again.'
            )
          }
          onConfirm={() =>
            request.mutate({ body: { entityId } }, { onSuccess: () => setAsking(false) })
          }
          onClose={() => {
            request.reset();
            setAsking(false);
          }}
        >
          <Typography>
            The Service will take this Entity out, with its components. Then it can no longer be
            commanded, and its places, sessions and features are no longer known there.
          </Typography>
          <Typography>
            Until the request is carried out it can be canceled. Afterwards the Entity must be
            onboarded again.
          </Typography>
        </ConfirmDialog>
      )}
    </Box>
  );
}
