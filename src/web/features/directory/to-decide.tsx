import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  MEMBERSHIP_ROUTES,
  type DecidedEntity,
  type MembershipDecision,
  type MembershipQuestions,
} from '../../../contract/console/membership.ts';
import { formatCount, formatNumber, shortId, typeLabel } from '../../../domain/format.ts';
import { call } from '../../api/client.ts';
import { mutationOf, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { CollectiveLink } from './record-cells.tsx';

/** Most Entities per request. */
const AT_ONCE = 1000;
/** Entities listed of each Collective; "all" applies to the others too. */
const SHOWN = 20;

/** Decides about members of a Collective; many are sent in several requests. */
const decideMembers = mutationOf(
  async ({ id, given }: { id: string; given: MembershipDecision }): Promise<void> => {
    const params = { id };
    if ('toldAt' in given) {
      await call(MEMBERSHIP_ROUTES.decideMembers, { params, body: given });
      return;
    }
    for (let at = 0; at < given.entityIds.length; at += AT_ONCE) {
      const entityIds = given.entityIds.slice(at, at + AT_ONCE);
      await call(MEMBERSHIP_ROUTES.decideMembers, { params, body: { ...given, entityIds } });
    }
  },
  MEMBERSHIP_ROUTES.decideMembers.touches,
);

const row = { display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' } as const;

const nameOf = ({ entityId, name }: DecidedEntity) => name ?? shortId(entityId);

/**
 * What a person has to decide about members, because answers of the Service say it and the directory does not;
 * empty if that is nothing. @param collectiveId only of this Collective, on its page
 */
export function ToDecide({ collectiveId }: { collectiveId?: string }) {
  const read = useQuery(query(MEMBERSHIP_ROUTES.toDecide, { query: { collective: collectiveId } }));
  const { reason } = usePermission('manage-directory');
  const deciding = useMutation(decideMembers);
  const { data, error, isFetching, refetch } = read;
  if (data === undefined) {
    return error === null ? null : (
      <ErrorPanel
        what="What there is to decide about members could not be read"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const act = (id: string) => (caption: string, given: MembershipDecision, label?: string) => (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      aria-label={label ?? caption}
      // A press must not be lost while another decision is being sent.
      disabled={reason !== null || deciding.isPending}
      onClick={() => deciding.mutate({ id, given })}
      sx={{ minHeight: 26, py: 0 }}
    >
      {caption}
    </Button>
  );
  return (
    <>
      {data.collectives.length > 0 && (
        <Box component="section" aria-label="To decide" sx={panel}>
          <Typography variant="h3" component="h2">
            To decide
          </Typography>
          <Box
            component="ul"
            aria-label="To decide"
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}
          >
            {data.collectives.map((asked) => (
              <Questions
                key={asked.id}
                asked={asked}
                isNamed={collectiveId === undefined}
                button={act(asked.id)}
              />
            ))}
          </Box>
          {reason !== null && <Typography variant="caption">{reason}</Typography>}
        </Box>
      )}
      {deciding.error !== null && <ErrorPanel what="Not changed" error={deciding.error} />}
    </>
  );
}

const panel = {
  display: 'grid',
  gap: 0.75,
  justifyItems: 'start',
  mb: 1.5,
  px: 1.5,
  py: 1,
  fontSize: '0.8125rem',
  borderLeft: 3,
  borderColor: 'var(--mui-palette-status-amber)',
  bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 7%, transparent)',
} as const;

interface QuestionsProps {
  asked: MembershipQuestions;
  /** Says which Collective it is. */
  isNamed: boolean;
  button: (caption: string, given: MembershipDecision, label?: string) => ReactNode;
}

/** The open questions of one Collective, each with its act. */
function Questions({ asked, isNamed, button }: QuestionsProps) {
  const { members, named, leaving } = asked;
  const all = named.map(({ entityId }) => entityId);
  const whose = isNamed && (
    <span>
      <CollectiveLink row={asked} />:
    </span>
  );
  return (
    <>
      {leaving !== null && (
        <Box component="li" sx={row}>
          {whose}
          <span>
            {formatNumber(leaving.entities.length)} of {formatNumber(members)} Entities left out of
            the answer when a member was removed <RelativeTimeText instant={leaving.toldAt} />:{' '}
            {leaving.entities.slice(0, SHOWN).map(({ entityId, name }, at) => (
              <span key={entityId}>
                {at > 0 && ', '}
                <EntityLink id={entityId} name={name} />
              </span>
            ))}
            {leaving.entities.length > SHOWN && ' …'}
          </span>
          {button(`Take ${formatCount(leaving.entities.length, 'Entity', 'Entities')} out`, {
            toldAt: leaving.toldAt,
            act: 'accept',
          })}
          {button('Keep them', { toldAt: leaving.toldAt, act: 'keep' })}
        </Box>
      )}
      {named.slice(0, SHOWN).map((each) => {
        const entityIds = [each.entityId];
        return (
          <Box component="li" key={each.entityId} sx={row}>
            {whose}
            <EntityLink id={each.entityId} name={each.name} />
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {each.type !== null && `${typeLabel(each.type)} · `}
              named by an answer <RelativeTimeText instant={each.toldAt} />, no member yet
            </Box>
            {button('Confirm', { entityIds, act: 'confirm' }, `Confirm ${nameOf(each)}`)}
            {button('Dismiss', { entityIds, act: 'dismiss' }, `Dismiss ${nameOf(each)}`)}
          </Box>
        );
      })}
      {all.length > 1 && (
        <Box component="li" sx={row}>
          {whose}
          {all.length > SHOWN && `and ${formatCount(all.length - SHOWN, 'other', 'others')}`}
          {button(`Confirm all ${formatNumber(all.length)}`, { entityIds: all, act: 'confirm' })}
          {button(`Dismiss all ${formatNumber(all.length)}`, { entityIds: all, act: 'dismiss' })}
        </Box>
      )}
    </>
  );
}
