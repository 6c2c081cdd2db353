import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Collective, Member } from '../../../contract/collective.ts';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { MEMBERSHIP_ROUTES, type ToDecide } from '../../../contract/console/membership.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation, query } from '../../api/query.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { memberName } from './members-queries.ts';

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
      sending={removal}
      failed={
        mayBeDone(removal.error) ? 'It is not known whether the member was removed' : 'Not removed'
      }
      advice="It is not retried automatically. The list of members is being refreshed: check it first."
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
    </ConfirmDialog>
  );
}

/**
 * Which of the Entities known before left, and how many are new in the Service's answer. @returns null if the answer has
 * no list of Entities, which differs from an empty one
 */
export function differenceOf(
  known: readonly DirectoryEntity[],
  { entities }: Pick<Collective, 'entities'>,
): { gone: readonly DirectoryEntity[]; added: number } | null {
  if (entities === null) return null;
  const after = new Set(entities);
  const gone = known.filter(({ id }) => !after.has(id));
  return { gone, added: after.size - (known.length - gone.length) };
}

interface RemovedProps {
  collectiveId: string;
  name: string;
  known: readonly DirectoryEntity[];
  answer: Collective;
  onClose: () => void;
}

/** Which Entities left with the member, and whether the directory has applied that. */
function Removed({ collectiveId, name, known, answer, onClose }: RemovedProps) {
  const { data } = useQuery(
    query(MEMBERSHIP_ROUTES.toDecide, { query: { collective: collectiveId } }),
  );
  const difference = differenceOf(known, answer);
  const leave = (data?.collectives[0]?.leaving ?? null) === null ? 'left' : 'would leave';
  return (
    <PlainDialog title={`${name} was removed`} onClose={onClose}>
      {difference === null ? (
        <Typography>
          The Service did not say which Entities remain, so nothing can be compared and the
          directory is unchanged.
        </Typography>
      ) : (
        <>
          <Typography>
            {difference.gone.length === 0
              ? 'No Entity left with the member.'
              : `${formatCount(difference.gone.length, 'Entity', 'Entities')} ${leave} the Collective:`}
          </Typography>
          {difference.gone.length > 0 && (
            <Box
              component="ul"
              aria-label="Entities that left"
              tabIndex={0}
              sx={{ m: 0, pl: 2.5, columnWidth: 200, maxHeight: 260, overflowY: 'auto' }}
            >
              {difference.gone.map((entity) => (
                <li key={entity.id}>
                  <EntityLink id={entity.id} name={entity.name} />
                </li>
              ))}
            </Box>
          )}
          <Typography variant="body2">{appliedMessage(difference.added, data)}</Typography>
        </>
      )}
      {answer.properties !== undefined && answer.properties !== null && (
        <Box component="section" aria-label="Custom properties of the Collective">
          <Typography variant="h3" sx={{ mb: 0.5 }}>
            Custom properties
          </Typography>
          <JsonText value={answer.properties} />
        </Box>
      )}
    </PlainDialog>
  );
}

/** How the directory applied the answer. @param added how many Entities of it were not known */
function appliedMessage(added: number, news: ToDecide | undefined): string {
  if (news === undefined) return 'Whether the directory has applied this could not be read.';
  const isDecided = (news.collectives[0]?.leaving ?? null) === null;
  if (isDecided && added === 0) return 'The directory has applied this.';
  const open = [
    isDecided ? null : 'that many left at once',
    added === 0 ? null : formatCount(added, 'Entity that came', 'Entities that came'),
  ];
  return `To decide on the Collective’s page, above the tabs: ${open.filter(Boolean).join(', and ')}.`;
}
