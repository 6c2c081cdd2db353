import type { ComponentProps } from 'react';
import { ROLES, type SessionAnswer } from '../../../contract/console/session.ts';
import type { Stories } from '../../gallery/story.ts';
import { problem } from '../../testing/samples.ts';
import { Pressed } from '../../testing/story-states.tsx';
import { AnotherOperator } from './another-operator.tsx';
import { SignInView } from './sign-in-view.tsx';

const answer = (signIn: Partial<SessionAnswer['signIn']>): SessionAnswer => ({
  operator: null,
  signIn: { demo: [], password: false, setup: false, ...signIn },
  embedded: true,
});
const WITH_PASSWORD = answer({ password: true });
const DEMO = answer({ demo: [...ROLES] });
const CHANGED_HANDS = problem(
  'another_operator',
  409,
  'You are now signed in as Tomasz Nowak in this browser. Nothing was done.',
);
const ROLES_MENU = ['Other roles'];
const CODE = ['Use a one-time code'];

function view(change: Partial<ComponentProps<typeof SignInView>>) {
  return (
    <SignInView
      unstored={false}
      session={undefined}
      sessionError={null}
      onRetry={() => {}}
      busy={false}
      error={null}
      onDemo={() => {}}
      onPassword={() => {}}
      onSetup={() => {}}
      onReset={() => {}}
      {...change}
    />
  );
}

export const stories: Stories = {
  title: 'Sign in',
  states: {
    loading: () => view({}),
    error: () => view({ sessionError: problem('store_unavailable', 503) }),
    empty: () => view({ session: answer({}) }),
    'demo and password': () => view({ session: answer({ demo: [...ROLES], password: true }) }),
    'other roles': () => <Pressed names={ROLES_MENU}>{view({ session: DEMO })}</Pressed>,
    'refused password': () =>
      view({
        session: WITH_PASSWORD,
        error: problem('not_signed_in', 401, 'Name or password is wrong.'),
      }),
    'a sign-out that is not stored': () => view({ session: WITH_PASSWORD, unstored: true }),
    'first administrator': () => view({ session: answer({ setup: true }) }),
    'one-time code': () => <Pressed names={CODE}>{view({ session: WITH_PASSWORD })}</Pressed>,
    'another operator': () => <AnotherOperator name="Jonas Verbeek" error={CHANGED_HANDS} />,
    busy: () => view({ session: WITH_PASSWORD, busy: true }),
  },
};
