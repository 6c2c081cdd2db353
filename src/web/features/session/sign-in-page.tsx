import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { SessionAnswer } from '../../../contract/console/session.ts';
import {
  createFirstAdministrator,
  resetPassword,
  sessionKey,
  sessionQuery,
  signInAsDemo,
  signInWithPassword,
} from '../../api/session.ts';
import { safeReturnTo } from './return-to.ts';
import { SignInView } from './sign-in-view.tsx';

/** Signs an operator in and returns to where they were. */
export function SignInPage({ returnTo }: { returnTo: string | undefined }) {
  const client = useQueryClient();
  const router = useRouter();
  const session = useQuery(sessionQuery);

  async function enter(answer: SessionAnswer): Promise<void> {
    // What another operator has read must not be shown to this one.
    client.clear();
    client.setQueryData(sessionKey, answer);
    await router.navigate({ href: safeReturnTo(returnTo), replace: true });
  }

  const demo = useMutation({ mutationFn: signInAsDemo, onSuccess: enter });
  const password = useMutation({ mutationFn: signInWithPassword, onSuccess: enter });
  const setup = useMutation({ mutationFn: createFirstAdministrator, onSuccess: enter });
  const reset = useMutation({ mutationFn: resetPassword, onSuccess: enter });
  const ways = [demo, password, setup, reset];
  const failed = ways.find((mutation) => mutation.isError);

  /** What an earlier try came to is over with the next one. */
  const forget = () => {
    for (const way of ways) way.reset();
  };

  return (
    <SignInView
      session={session.data}
      sessionError={session.error}
      onRetry={() => void session.refetch()}
      busy={ways.some((way) => way.isPending)}
      error={failed?.error ?? null}
      onDemo={(role) => {
        forget();
        demo.mutate(role);
      }}
      onPassword={(form) => {
        forget();
        password.mutate(form);
      }}
      onSetup={(form) => {
        forget();
        setup.mutate(form);
      }}
      onReset={(form) => {
        forget();
        reset.mutate(form);
      }}
    />
  );
}
