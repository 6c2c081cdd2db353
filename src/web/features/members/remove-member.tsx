import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Collective, Member } from '../../../contract/collective.ts';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { MEMBERSHIP_ROUTES } from '../../../contract/console/membership.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation, query } from '../../api/query.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { DifferenceView } from './difference-view.tsx';
import { memberName } from './member-name.ts';

interface RemoveMemberProps {
  collectiveId: string;
  member: Member;
  onClose: () => void;
}

/** Removes a Member after a typed confirmation, then shows how that changed the Collective. */
export function RemoveMember({ collectiveId, member, onClose }: RemoveMemberProps) {
  const { data } = useQuery(query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } }));
  const name = memberName(member);
  const removal = useMutation(mutation(ENDPOINTS.removeMember));
  // The Entities before the request, to compare with the answer.
  const [before, setBefore] = useState<readonly DirectoryEntity[]>([]);
  if (removal.data !== undefined) {
    return (
      <Removed
        collectiveId={collectiveId}
        name={name}
        known={before}
        answer={removal.data}
        onClose={onClose}
      />
    );
  }
  const known = data?.entities;
  const collective = data?.collective.name ?? 'this Collective';
  return (
    <ConfirmDialog
      title={`Remove ${name} from ${collective}?`}
      typed={name}
      act={`Remove ${name}`}
      acting={removal.isPending}
      onConfirm={() => {
        setBefore(known ?? []);
        removal.mutate({ params: { collectiveId, memberId: member.id } });
      }}
      onClose={onClose}
    >
      <Typography>
        {name} loses access to {collective} and to all its Entities. Entities that joined with this
        member may leave too: the Service decides which, and reports it only afterwards.
      </Typography>
      <Typography>
        {known === undefined
          ? 'Its current Entities are not known here, nor which of them leave.'
          : `The directory knows ${formatCount(known.length, 'Entity', 'Entities')} of it now. Commands and schedules of this console then reach only the rest.`}{' '}
        The interface has no way to add a member again.
      </Typography>
      {removal.error !== null && (
        <ErrorPanel
          what={
            mayBeDone(removal.error)
              ? 'It is not known whether the member was removed'
              : 'Not removed'
          }
          error={removal.error}
        >
          <Typography variant="body2">
            It is not retried automatically. The list of members is being refreshed: check it first.
          </Typography>
        </ErrorPanel>
      )}
    </ConfirmDialog>
  );
}

interface RemovedProps {
  collectiveId: string;
  name: string;
  known: readonly DirectoryEntity[];
  answer: Collective;
  onClose: () => void;
}

function Removed({ collectiveId, name, known, answer, onClose }: RemovedProps) {
  const news = useQuery(query(MEMBERSHIP_ROUTES.membershipNews, { params: { id: collectiveId } }));
  return (
    <PlainDialog title={`${name} was removed`} onClose={onClose}>
      <DifferenceView known={known} answer={answer} news={news.data} />
    </PlainDialog>
  );
}
