import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Role } from '../../../contract/console/session.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { DIFFERENCES, SEALED } from '../../testing/sealed-samples.ts';
import { problem } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { SealedPage } from './sealed-page.tsx';

const { id } = SEALED;
const REPORT = query(CONSOLE_ROUTES.sealedReport, { params: { id } });
const NOW = query(CONSOLE_ROUTES.sealedDifferences, { params: { id } });
const read = answered(REPORT, SEALED);
const none = { ...DIFFERENCES, groups: [], groupCount: 0, sessions: [], sessionCount: 0 };

function page(role: Role, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs(role), ...seeds]}>
      <SealedPage id={id} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Sealed report',
  states: {
    failed: () => page('operator', failed(REPORT, problem('not_found', 404))),
    'as it was sealed': () => page('operator', read, answered(NOW, { state: 'ready', ...none })),
    'with differences': () =>
      page('viewer', read, answered(NOW, { state: 'ready', ...DIFFERENCES })),
    'compared with today': () =>
      page('operator', read, answered(NOW, { state: 'computing', done: 40_000, of: 100_000 })),
    'files of it': () =>
      pressed(page('operator', read, failed(NOW, problem('store_unavailable', 503))), 'Export'),
  },
};
