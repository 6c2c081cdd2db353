import { useMutation, useQuery } from '@tanstack/react-query';
import { MEMBERSHIP_ROUTES } from '../../../contract/console/membership.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { decideMembership } from './collectives-queries.ts';
import { MembershipView } from './membership-view.tsx';

/** What the Service's answers reveal about a Collective's membership; empty if nothing new. */
export function MembershipPanel({ collectiveId }: { collectiveId: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    query(MEMBERSHIP_ROUTES.membershipNews, { params: { id: collectiveId } }),
  );
  const { reason } = usePermission('manage-directory');
  const deciding = useMutation(decideMembership(collectiveId));
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
