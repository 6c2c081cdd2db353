import { ABOUT_ROUTES, type About } from '../../../contract/console/about.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, asOperator, failed, seeded, signedInAs } from '../../testing/story-states.tsx';
import { AboutPage } from './about-page.tsx';

const ABOUT: About = {
  version: '0.1.0',
  service: {
    isEmbedded: false,
    state: 'refused',
    tokenGoodUntil: AS_OF,
    timeoutMs: 10_000,
    maxInFlight: 32,
    requestsPerSecond: 20,
  },
  database: 'PostgreSQL',
  identityProvider: 'id.example.org',
  readsFleet: true,
  retention: { readings: 90, sessions: null, commands: 1100, audit: null },
  dispatch: {
    guardMinutes: 10,
    confirmEntities: 100,
    verificationWaitMinutes: 10,
    settleSeconds: 15,
    horizonMinutes: 30,
  },
  asOf: AS_OF,
};
const read = query(ABOUT_ROUTES.about);

export const stories: Stories = {
  title: 'This console',
  seed: asOperator(signedInAs('administrator')),
  states: {
    full: seeded(<AboutPage />, answered(read, ABOUT)),
    error: seeded(<AboutPage />, failed(read, problem('store_unavailable', 503))),
    'an operator may not read it': seeded(<AboutPage />, signedInAs('operator')),
  },
};
