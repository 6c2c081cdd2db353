import { useQuery } from '@tanstack/react-query';
import { entityQuery } from '../../api/directory.ts';
import { shortId } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CommandHistory } from './command-history.tsx';
import type { EntitySearch } from './entity-search.ts';
import { SessionsSection } from './sessions-section.tsx';

interface EntityPageProps {
  entityId: string;
  search: EntitySearch;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** An Entity: what it is, its charge sessions, its latest Commands. */
export function EntityPage({ entityId, search, onSearch }: EntityPageProps) {
  const { data, error, isFetching, refetch } = useQuery(entityQuery(entityId));
  const entity = data?.entity;
  const collectives = entity?.collectives ?? [];
  return (
    <>
      <PageHeader
        title={entity?.name ?? `Entity ${shortId(entityId)}`}
        above={
          collectives.length === 0 ? (
            <AppLink to="/collectives">Collectives</AppLink>
          ) : (
            collectives.map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && ' · '}
                <AppLink to="/collectives/$collectiveId" params={{ collectiveId: id }}>
                  {name}
                </AppLink>
              </span>
            ))
          )
        }
      >
        {entity !== undefined && <span>{entity.type ?? 'Type not known'}</span>}
        {entity !== undefined && entity.brand !== null && <span>{entity.brand}</span>}
        <CopyId id={entityId} what="the id of the entity" />
      </PageHeader>
      {error !== null && (
        <ErrorPanel
          what={
            data === undefined
              ? 'The directory’s record of this entity could not be read'
              : 'The directory’s record could not be refreshed'
          }
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      <SessionsSection entityId={entityId} search={search} onSearch={onSearch} />
      <CommandHistory
        entityId={entityId}
        entityName={entity?.name ?? null}
        search={search}
        onSearch={onSearch}
      />
    </>
  );
}
