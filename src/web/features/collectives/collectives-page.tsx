import { useQuery } from '@tanstack/react-query';
import { collectivesQuery } from '../../api/directory.ts';
import { usePermission } from '../../api/session.ts';
import { CollectivesView } from './collectives-view.tsx';
import { DirectoryImportButton } from './directory-import.tsx';

interface CollectivesPageProps {
  query: string;
  onQuery: (query: string) => void;
}

/** All Collectives that the directory knows. */
export function CollectivesPage({ query, onQuery }: CollectivesPageProps) {
  const collectives = useQuery(collectivesQuery);
  const permission = usePermission('manage-directory');
  return (
    <CollectivesView
      data={collectives.data}
      error={collectives.error}
      fetching={collectives.isFetching}
      onRefresh={() => void collectives.refetch()}
      query={query}
      onQuery={onQuery}
      importDenial={permission.reason}
      importControl={<DirectoryImportButton />}
    />
  );
}
