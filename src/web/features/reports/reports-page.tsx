import type { ReactNode } from 'react';
import { usePermission } from '../../api/session.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import type { ReportsSearch } from './reports-search.ts';
import { RunsSection } from './runs-section.tsx';

interface ReportsPageProps {
  search: ReportsSearch;
  onSearch: (change: Partial<ReportsSearch>) => void;
  /** Data available for reports, shown until there is a report. */
  beforeFirst: ReactNode;
  /** The saved definitions, shown below the reports. */
  definitions: ReactNode;
}

/** Reports and saved definitions. */
export function ReportsPage({ search, onSearch, beforeFirst, definitions }: ReportsPageProps) {
  const { reason } = usePermission('run-reports');
  return (
    <>
      <PageHeader
        title="Reports"
        actions={
          <>
            <LinkButton variant="outlined" color="inherit" to="/reports/tariffs">
              Tariffs
            </LinkButton>
            {reason === null && (
              <LinkButton variant="contained" to="/reports/new">
                New report
              </LinkButton>
            )}
          </>
        }
      >
        <span>
          Charge sessions of many Entities, added up exactly{reason === null ? '' : `. ${reason}`}
        </span>
      </PageHeader>
      <RunsSection search={search} onSearch={onSearch} beforeFirst={beforeFirst} />
      {definitions}
    </>
  );
}
