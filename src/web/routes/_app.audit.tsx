import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../features/audit/audit-page.tsx';
import { AuditSearch } from '../features/audit/audit-search.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/audit')({
  validateSearch: AuditSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const onSearch = useSearchChange<AuditSearch>(Route.useNavigate());
  return <AuditPage search={search} onSearch={onSearch} />;
}
