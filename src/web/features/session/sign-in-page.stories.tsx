import { ROLES, type SessionAnswer } from '../../../contract/console/session.ts';
import { sessionQuery } from '../../api/session.ts';
import type { Stories } from '../../gallery/story.ts';
import { problem } from '../../testing/samples.ts';
import { answered, failed, pressed, seeded } from '../../testing/story-states.tsx';
import { AnotherOperator } from './another-operator.tsx';
import { SignInPage } from './sign-in-page.tsx';

const page = (
  <SignInPage
    search={{ unstored: '1' }}
    onEntered={() => new Promise(() => {})}
    onAnswerTaken={() => {}}
  />
);
const offers = (signIn: Partial<SessionAnswer['signIn']>) =>
  answered(sessionQuery, {
    operator: null,
    signIn: { demo: [], password: false, setup: false, ...signIn },
    embedded: true,
  });
const CHANGED_HANDS = problem(
  'another_operator',
  409,
  'You are now signed in as Tomasz Nowak in this browser. Nothing was done.',
);

export const stories: Stories = {
  title: 'Sign in',
  layout: 'alone',
  states: {
    error: seeded(page, failed(sessionQuery, problem('store_unavailable', 503))),
    'demo and password': seeded(page, offers({ demo: [...ROLES], password: true })),
    'first administrator': seeded(page, offers({ setup: true })),
    'emergency access': seeded(
      pressed(page, 'Use a one-time code'),
      offers({ provider: 'login.example.org' }),
    ),
    'one-time code': seeded(pressed(page, 'Use a one-time code'), offers({ password: true })),
    'another operator': () => <AnotherOperator name="Jonas Verbeek" error={CHANGED_HANDS} />,
  },
};
