import type { Stories } from '../../gallery/story.ts';
import { NO_OUTCOME, type AuditRow } from '../../../contract/console/audit.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pages,
  pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { AuditPage } from './audit-page.tsx';
import { auditPages, type AuditSearch } from './audit-search.ts';

const auditRow = (sequence: number, change: Partial<AuditRow> = {}): AuditRow => ({
  sequence,
  at: AS_OF,
  action: 'dispatch',
  operatorName: 'Marieke de Wit',
  session: 'abcdef0123',
  address: '10.0.0.7',
  requestId: 'req-1',
  target: `collective ${uuid(900)}`,
  body: '{"type":"StopCharging","reason":"Grid operator asked for less load"}',
  outcome: 'accepted',
  upstreamStatus: 201,
  dispatchId: uuid(800),
  hash: 'f'.repeat(64),
  ...change,
});
const ROWS = [
  auditRow(1204),
  auditRow(1203, { outcome: 'begun', upstreamStatus: null }),
  auditRow(1202, {
    action: 'denied',
    upstreamStatus: null,
    outcome: 'refused',
    operatorName: null,
    target: null,
    dispatchId: null,
  }),
  auditRow(1201, {
    action: 'rebalanced',
    operatorName: 'Dr. Maximiliane Oberschachtsiek-Vandenberghe',
  }),
  auditRow(1200, { action: 'cancel', outcome: NO_OUTCOME, upstreamStatus: null, dispatchId: null }),
];

function page(search: AuditSearch, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs('administrator'), ...seeds]}>
      <AuditPage search={search} onSearch={() => {}} />
    </Seeded>
  );
}

const ALL = auditPages({});
const rows = (before: number | null) => pages({}, { rows: ROWS, before, asOf: AS_OF });

export const stories: Stories = {
  title: 'Audit log',
  states: {
    loading: () => page({}),
    'an operator may not read it': () => page({}, signedInAs('operator')),
    'nothing matches': () =>
      page(
        { action: 'dispatch' },
        answered(
          auditPages({ action: 'dispatch' }),
          pages({}, { rows: [], before: null, asOf: AS_OF }),
        ),
      ),
    full: () => page({}, answered(ALL, rows(null))),
    'details of a row': () => pressed(page({}, answered(ALL, rows(null))), 'Details of row 1204'),
    'older rows could not be read': () =>
      page({}, answered(ALL, rows(1201)), failed(ALL, problem('store_unavailable', 503))),
  },
};
