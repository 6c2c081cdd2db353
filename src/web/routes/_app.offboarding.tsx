import { createFileRoute } from '@tanstack/react-router';
import { OffboardingPage } from '../features/offboarding/offboarding-page.tsx';
import { OffboardingSearch } from '../features/offboarding/offboarding-search.ts';
import { useSearchChange } from './-use-search-change.ts';

/** The back button undoes opening a dialog; not filtering. */
const isStep = (change: Partial<OffboardingSearch>) =>
  change.request !== undefined || change.new !== undefined;

export const Route = createFileRoute('/_app/offboarding')({
  validateSearch: OffboardingSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const onSearch = useSearchChange<OffboardingSearch>(Route.useNavigate(), { isStep });
  return <OffboardingPage search={search} onSearch={onSearch} />;
}
