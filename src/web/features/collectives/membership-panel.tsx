import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { directoryKeys } from '../../api/directory.ts';
import { decideLeaving, decideSightings, membershipNewsQuery } from '../../api/membership.ts';
import { usePermission } from '../../api/session.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { MembershipView, type MembershipAct } from './membership-view.tsx';

/** Most Entities that one request decides about. */
const AT_ONCE = 1000;

/** What answers of the Service say of who belongs to a Collective; nothing where they say no more. */
export function MembershipPanel({ collectiveId }: { collectiveId: string }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(membershipNewsQuery(collectiveId));
  const { reason } = usePermission('manage-directory');
  const deciding = useMutation({
    mutationFn: async (given: MembershipAct) => {
      if ('toldAt' in given) {
        await decideLeaving(collectiveId, given);
        return;
      }
      const { entityIds, act } = given;
      for (let at = 0; at < entityIds.length; at += AT_ONCE) {
        const part = entityIds.slice(at, at + AT_ONCE);
        await decideSightings(collectiveId, { entityIds: part, act });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: directoryKeys.all }),
  });
  if (data === undefined) {
    return error === null ? null : (
      <ErrorPanel
        what="What answers say of its membership could not be read"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <>
      <MembershipView
        news={data}
        denial={reason}
        deciding={deciding.isPending}
        onAct={(act) => deciding.mutate(act)}
      />
      {deciding.error !== null && <ErrorPanel what="Not changed" error={deciding.error} />}
    </>
  );
}
