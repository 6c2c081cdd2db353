import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Member } from '../../../contract/collective.ts';
import { FLEET_LIST_ROUTES } from '../../../contract/console/fleet-lists.ts';
import { formatCount } from '../../../domain/format.ts';
import { useLeftOut } from '../../api/left-out.ts';
import { query } from '../../api/query.ts';
import { mergeRows } from '../../api/service-pages.ts';
import { usePermission } from '../../api/session.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListReading } from '../../components/list-reading.tsx';
import { Section } from '../../components/section.tsx';
import { isStored } from '../../components/is-stored.ts';
import { PartlyRead, StoredAsOf, StoredFailure } from '../../components/stored-read.tsx';
import { memberName } from './member-name.ts';
import { membersPages } from './members-queries.ts';
import { MembersTable } from './members-table.tsx';
import { RemoveMember } from './remove-member.tsx';

/** The Members of a Collective, with a button to remove each. */
export function MembersSection({ collectiveId }: { collectiveId: string }) {
  const all = useAllPages(useInfiniteQuery(membersPages(collectiveId)));
  const { data: stored } = useQuery(
    query(FLEET_LIST_ROUTES.fleetMembers, { params: { id: collectiveId } }),
  );
  const { pages } = all;
  // Never read differs from "none".
  const known = stored === undefined || !isStored(stored.read) ? null : stored.members;
  const kept = pages === undefined && known !== null ? stored?.read : undefined;
  const members = useMemo(
    () => (pages === undefined ? (known ?? undefined) : mergeRows(pages)),
    [pages, known],
  );
  const live = { error: all.error, isFetching: all.fetching, refetch: all.resume };
  const { reason } = usePermission('remove-member');
  const leftOut = useLeftOut('listMembers', { collectiveId });
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<Member | null>(null);
  return (
    <Section
      title="Members"
      aside={
        kept === undefined ? (
          members !== undefined && <AsOf read={all} what="the members" />
        ) : (
          <StoredAsOf stored={kept} read={live} />
        )
      }
    >
      {kept === undefined && <PartlyRead message={leftOut} />}
      {kept === undefined ? (
        <ListReading
          all={all}
          read={members === undefined ? null : formatCount(members.length, 'member', 'members')}
          what="the members"
          rows={4}
        />
      ) : (
        <StoredFailure read={live} what="the members" />
      )}
      {members?.length === 0 && (kept !== undefined || all.state === 'complete') && (
        <EmptyState title="This Collective has no members.">
          <Typography variant="body2">
            Members are people who have access to a Collective. The interface has no way to add one.
          </Typography>
        </EmptyState>
      )}
      {members !== undefined && members.length > 0 && (
        <>
          {reason !== null && (
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              {reason}
            </Typography>
          )}
          <MembersTable
            members={members}
            query={text}
            onQuery={(next) => {
              setText(next);
              setPage(1);
            }}
            page={page}
            onPage={setPage}
            renderRemove={(member) => (
              <Button
                color="error"
                disabled={reason !== null}
                aria-label={`Remove ${memberName(member)}`}
                onClick={() => setLeaving(member)}
              >
                Remove
              </Button>
            )}
          />
        </>
      )}
      {leaving !== null && (
        <RemoveMember
          collectiveId={collectiveId}
          member={leaving}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  );
}
