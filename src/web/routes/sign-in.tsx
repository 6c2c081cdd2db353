import { createFileRoute } from '@tanstack/react-router';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { SignInSearch } from '../features/session/sign-in-search.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: SignInSearch,
  component: Page,
});

function Page() {
  const { returnTo, unstored } = Route.useSearch();
  return <SignInPage returnTo={returnTo} unstored={unstored === '1'} />;
}
