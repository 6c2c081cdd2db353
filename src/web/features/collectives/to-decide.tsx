import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  MEMBERSHIP_ROUTES,
  type LeavingDecision,
  type Sighting,
  type SightingDecision,
} from '../../../contract/console/membership.ts';
import { formatCount, formatNumber, shortId, typeLabel } from '../../../domain/format.ts';
import { call } from '../../api/client.ts';
import { mutationOf, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** Most Entities per request. */
const AT_ONCE = 1000;
/** Entities listed; "all" applies to the others too. */
const SHOWN = 20;

type Decision = SightingDecision | LeavingDecision;

/** Decides about Entities that answers named or left out; many are sent in several requests. */
const decideMembership = (id: string) =>
  mutationOf(async (given: Decision): Promise<void> => {
    if ('toldAt' in given) {
      await call(MEMBERSHIP_ROUTES.decideLeaving, { params: { id }, body: given });
      return;
    }
    const { entityIds, act } = given;
    for (let at = 0; at < entityIds.length; at += AT_ONCE) {
      const body = { entityIds: entityIds.slice(at, at + AT_ONCE), act };
      await call(MEMBERSHIP_ROUTES.decideSightings, { params: { id }, body });
    }
  }, MEMBERSHIP_ROUTES.decideSightings.touches);

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 } as const;
const row = { display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' } as const;

/** What the Service's answers say came to a Collective and left it, to decide; empty if they say nothing new. */
export function ToDecide({ collectiveId }: { collectiveId: string }) {
  const read = useQuery(query(MEMBERSHIP_ROUTES.membershipNews, { params: { id: collectiveId } }));
  const { reason } = usePermission('manage-directory');
  const deciding = useMutation(decideMembership(collectiveId));
  const { data, error, isFetching, refetch } = read;
  if (data === undefined) {
    return error === null ? null : (
      <ErrorPanel
        what="Its membership in the Service’s answers could not be read"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const { sightings, leaving } = data;
  const pending = sightings.filter(({ state }) => state === 'pending');
  const decided = sightings.filter(({ state }) => state !== 'pending');
  const all = pending.map(({ entityId }) => entityId);
  const button = (caption: string, decision: Decision, label = caption) => (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      aria-label={label}
      // A press must not be lost while another decision is being sent.
      disabled={reason !== null || deciding.isPending}
      onClick={() => deciding.mutate(decision)}
      sx={{ minHeight: 26, py: 0 }}
    >
      {caption}
    </Button>
  );
  const confirm = (each: Sighting) =>
    button('Confirm', { entityIds: [each.entityId], act: 'confirm' }, `Confirm ${nameOf(each)}`);
  return (
    <>
      {(leaving !== null || pending.length > 0) && (
        <Box component="section" aria-label="To decide" sx={panel}>
          <Typography variant="h3" component="h2">
            To decide
          </Typography>
          <Box component="ul" aria-label="To decide" sx={list}>
            {leaving !== null && (
              <Box component="li" sx={row}>
                <span>
                  {formatNumber(leaving.entities.length)} of {formatNumber(leaving.members)}{' '}
                  Entities left out of the answer when a member was removed{' '}
                  <RelativeTimeText instant={leaving.toldAt} />:{' '}
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
            <Named sightings={pending}>
              {(each) => (
                <>
                  {confirm(each)}
                  {button(
                    'Dismiss',
                    { entityIds: [each.entityId], act: 'dismiss' },
                    `Dismiss ${nameOf(each)}`,
                  )}
                </>
              )}
            </Named>
          </Box>
          {all.length > 1 && (
            <Box sx={row}>
              {button(`Confirm all ${formatNumber(all.length)}`, {
                entityIds: all,
                act: 'confirm',
              })}
              {button(`Dismiss all ${formatNumber(all.length)}`, {
                entityIds: all,
                act: 'dismiss',
              })}
            </Box>
          )}
          {reason !== null && <Typography variant="caption">{reason}</Typography>}
        </Box>
      )}
      {decided.length > 0 && (
        <Box component="details" sx={{ mb: 1.5, fontSize: '0.8125rem' }}>
          <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
            {formatCount(decided.length, 'decided Entity', 'decided Entities')}
          </Box>
          <Box component="ul" aria-label="Decided" sx={{ ...list, pl: 1.5 }}>
            <Named sightings={decided}>
              {(each) =>
                each.state === 'joined'
                  ? button(
                      'Undo',
                      { entityIds: [each.entityId], act: 'undo' },
                      `Undo: take ${nameOf(each)} out`,
                    )
                  : confirm(each)
              }
            </Named>
          </Box>
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

function nameOf({ entityId, name }: Pick<Sighting, 'entityId' | 'name'>): string {
  return name ?? shortId(entityId);
}

/** Who or what decided, and when; before that, which answers named the Entity. */
function SightingState({ state, decided, batches, removals, lastSeenAt }: Sighting) {
  if (state === 'pending' || decided === null) {
    const answers = [
      batches > 0 && formatCount(batches, 'batch', 'batches'),
      removals > 0 && formatCount(removals, 'removal of a member', 'removals of a member'),
    ];
    return (
      <>
        named by the answer to {answers.filter(Boolean).join(' and ')}, last{' '}
        <RelativeTimeText instant={lastSeenAt} />
      </>
    );
  }
  return (
    <>
      {state === 'dismissed' ? 'kept out' : decided.by === null ? 'joined' : 'confirmed'}
      {decided.by !== null && ` by ${decided.by}`} <RelativeTimeText instant={decided.at} />
    </>
  );
}

interface NamedProps {
  sightings: readonly Sighting[];
  children: (sighting: Sighting) => ReactNode;
}

/** Entities that answers named, each with its acts. */
function Named({ sightings, children }: NamedProps) {
  return (
    <>
      {sightings.slice(0, SHOWN).map((each) => (
        <Box component="li" key={each.entityId} sx={row}>
          <EntityLink id={each.entityId} name={each.name} />
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {each.type !== null && `${typeLabel(each.type)} · `}
            <SightingState {...each} />
          </Box>
          {children(each)}
        </Box>
      ))}
      {sightings.length > SHOWN && (
        <li>and {formatCount(sightings.length - SHOWN, 'other', 'others')}</li>
      )}
    </>
  );
}
