import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { TariffsPage } from '../features/tariffs/tariffs-page.tsx';
import { TariffsSearch } from '../features/tariffs/tariffs-search.ts';

export const Route = createFileRoute('/_app/reports/tariffs')({
  validateSearch: TariffsSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (next: TariffsSearch) => void navigate({ search: next, resetScroll: false }),
    [navigate],
  );
  return <TariffsPage search={search} onSearch={onSearch} />;
}
