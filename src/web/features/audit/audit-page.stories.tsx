import type { Stories } from '../../gallery/story.ts';
import { NO_OUTCOME, type AuditAct, type AuditNames } from '../../../contract/console/audit.ts';
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

const VAN = uuid(901);
const FLEET = uuid(900);
const BATCH = uuid(800);
const NAMES: AuditNames = {
  [VAN]: { kind: 'entity', id: VAN, name: 'Van 02 eSprinter' },
  [FLEET]: { kind: 'collective', id: FLEET, name: 'Depot Noord' },
  [BATCH]: { kind: 'batch', id: BATCH, name: 'Stop charging for Depot Noord' },
};

const auditAct = (sequence: number, change: Partial<AuditAct> = {}): AuditAct => ({
  sequence,
  at: AS_OF,
  action: 'dispatch',
  operatorName: 'Marieke de Wit',
  session: 'abcdef0123',
  address: '10.0.0.7',
  requestId: 'req-1',
  target: `collective ${FLEET}`,
  body: '{"commands":{"type":"StopCharging","value":null},"reason":"Less load"}',
  outcome: 'accepted',
  endedAt: AS_OF,
  answer: null,
  upstreamStatus: 201,
  overrides: [],
  dispatchId: BATCH,
  rows: [
    { sequence, hash: 'f'.repeat(64) },
    { sequence: sequence + 1, hash: 'e'.repeat(64) },
  ],
  ...change,
});
const own = { dispatchId: null, upstreamStatus: null } as const;
const ACTS = [
  auditAct(1210, {
    ...own,
    action: 'change',
    target: `entity ${VAN}`,
    body: '{"was":{"batteryCapacity":81},"batteryCapacity":82}',
    outcome: 'done',
    upstreamStatus: 200,
  }),
  auditAct(1204, { overrides: ['guard-overridden', 'cooldown-overridden'], outcome: 'unknown' }),
  auditAct(1202, {
    ...own,
    action: 'denied',
    outcome: 'refused',
    operatorName: null,
    target: 'POST /api/console/operators',
    body: '{"repeats":4}',
  }),
  auditAct(1201, {
    ...own,
    action: 'rebalanced',
    operatorName: 'Dr. Maximiliane Oberschachtsiek-Vandenberghe',
  }),
  auditAct(1200, { ...own, action: 'cancel', target: `entity ${VAN}`, outcome: NO_OUTCOME }),
];

function page(search: AuditSearch, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs('administrator'), ...seeds]}>
      <AuditPage search={search} onSearch={() => {}} />
    </Seeded>
  );
}

const ALL = auditPages({});
const acts = (before: number | null) =>
  pages({}, { acts: ACTS, names: NAMES, before, asOf: AS_OF });

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
          pages({}, { acts: [], names: {}, before: null, asOf: AS_OF }),
        ),
      ),
    full: () => page({}, answered(ALL, acts(null))),
    'details of an act': () =>
      pressed(
        page({}, answered(ALL, acts(null))),
        'Details: Set battery capacity of Van 02 eSprinter to 82 kWh (was 81)',
      ),
    'older rows could not be read': () =>
      page({}, answered(ALL, acts(1201)), failed(ALL, problem('store_unavailable', 503))),
  },
};
