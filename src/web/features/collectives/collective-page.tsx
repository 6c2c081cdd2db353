import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import type { CollectiveSearch } from './collectives-search.ts';
import { MembershipPanel } from './membership-panel.tsx';
import { CollectiveView, type CollectiveParts } from './collective-view.tsx';

interface CollectivePageProps {
  collectiveId: string;
  search: CollectiveSearch;
  onSearch: (change: Partial<CollectiveSearch>) => void;
  /** The batches that can still change, or whose outcome is unknown. */
  moving: ReactNode;
  /** The button that reads its Entities again. */
  refresh?: ReactNode;
  /** Content of the other tabs. */
  parts: CollectiveParts;
}

/** A Collective: its facts, the Dispatch button, and its parts in tabs. */
export function CollectivePage(props: CollectivePageProps) {
  const { collectiveId, ...rest } = props;
  const collective = useQuery(query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } }));
  const dispatch = usePermission('dispatch');
  return (
    <CollectiveView
      collectiveId={collectiveId}
      data={collective.data}
      error={collective.error}
      fetching={collective.isFetching}
      onRefresh={() => void collective.refetch()}
      dispatchDenial={dispatch.reason}
      membership={<MembershipPanel collectiveId={collectiveId} />}
      {...rest}
    />
  );
}
