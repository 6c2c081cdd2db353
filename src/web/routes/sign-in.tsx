import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../contract/zod.ts';
import { SignInPage } from '../features/session/sign-in-page.tsx';

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({
    returnTo: z.string().max(2000).optional().catch(undefined),
    /** Set after a sign-out that could not be stored. */
    unstored: z.boolean().optional().catch(undefined),
  }),
  component: Page,
});

function Page() {
  const { returnTo, unstored = false } = Route.useSearch();
  return <SignInPage returnTo={returnTo} unstored={unstored} />;
}
