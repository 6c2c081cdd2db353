import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  demoSignInMutation,
  firstAdministratorMutation,
  passwordSignInMutation,
  resetPasswordMutation,
  sessionQuery,
} from '../../api/session.ts';
import { safeReturnTo } from './return-to.ts';
import { SignInView } from './sign-in-view.tsx';

interface SignInPageProps {
  returnTo: string | undefined;
  /** Whether the operator has just signed out, which could not be stored. */
  unstored: boolean;
}

/** Signs an operator in and returns to where they were. */
export function SignInPage({ returnTo, unstored }: SignInPageProps) {
  const client = useQueryClient();
  const router = useRouter();
  const session = useQuery(sessionQuery);

  const enter = {
    onSuccess: () => void router.navigate({ href: safeReturnTo(returnTo), replace: true }),
  };

  const demo = useMutation(demoSignInMutation(client));
  const password = useMutation(passwordSignInMutation(client));
  const setup = useMutation(firstAdministratorMutation(client));
  const reset = useMutation(resetPasswordMutation(client));
  const ways = [demo, password, setup, reset];
  const failed = ways.find((mutation) => mutation.isError);

  /** A new attempt clears the result of the previous one. */
  const forget = () => {
    for (const way of ways) way.reset();
  };

  return (
    <SignInView
      unstored={unstored}
      session={session.data}
      sessionError={session.error}
      onRetry={() => void session.refetch()}
      busy={ways.some((way) => way.isPending)}
      error={failed?.error ?? null}
      onDemo={(role) => {
        forget();
        demo.mutate(role, enter);
      }}
      onPassword={(form) => {
        forget();
        password.mutate(form, enter);
      }}
      onSetup={(form) => {
        forget();
        setup.mutate(form, enter);
      }}
      onReset={(form) => {
        forget();
        reset.mutate(form, enter);
      }}
    />
  );
}
