import { APPROVAL_ROUTES } from '../../../contract/console/approval.ts';
import { OPERATOR_ROUTES, type OperatorDetail } from '../../../contract/console/operators.ts';
import type { Role } from '../../../contract/console/session.ts';
import { EVERY_COMMAND } from '../../../domain/permissions.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { answered, pressed, type Seed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { OperatorsPage } from './operators-page.tsx';
import type { OperatorsSearch } from './operators-search.ts';

const AT = '2026-03-02T08:00:00Z';
const ADA: OperatorDetail = {
  id: 'o1',
  name: 'Ada Lovelace',
  role: 'administrator',
  grants: [],
  state: 'active',
  createdAt: AT,
  lastUsedAt: AT,
  sessions: [],
  tokens: [],
};
const JONAS: OperatorDetail = {
  ...ADA,
  id: 'o2',
  name: 'Jonas Verbeek',
  role: 'operator',
  grants: [
    { ...EVERY_COMMAND, ignoreCooldown: false },
    { type: 'StopCharging', collectiveId: null, ignoreCooldown: true },
  ],
  sessions: [
    {
      id: 'a'.repeat(16),
      isOwn: false,
      startedAt: AT,
      lastUsedAt: AT,
      address: '192.0.2.14',
      browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  ],
  tokens: [
    {
      id: 'aaaaaaaa-0000-4000-8000-000000000001',
      name: 'Monthly sheet',
      createdAt: AT,
      lastUsedAt: null,
    },
  ],
};
const INVITED: OperatorDetail = {
  ...ADA,
  id: 'o3',
  name: 'Inês Carvalho',
  role: 'approver',
  state: 'invited',
  lastUsedAt: null,
};

const LIST = query(OPERATOR_ROUTES.operators);
const listed: Seed = (client) => {
  answered(LIST, [ADA, JONAS, INVITED])(client);
  answered(query(APPROVAL_ROUTES.approvalRules), {
    rules: [{ type: 'Reset', collectiveId: null }],
  })(client);
};
const detail = (operator: OperatorDetail) =>
  answered(query(OPERATOR_ROUTES.operator, { params: { id: operator.id } }), operator);

function page(search: OperatorsSearch, role: Role, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs(role), ...seeds]}>
      <OperatorsPage search={search} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Operators',
  states: {
    list: () => page({}, 'administrator', listed),
    'for an operator': () => page({}, 'operator'),
    inviting: () => pressed(page({}, 'administrator', listed), 'Invite an operator'),
    'changing what needs approval': () =>
      pressed(page({}, 'administrator', listed), 'Change what needs approval'),
    'changing rights': () =>
      pressed(page({ operator: 'o2' }, 'administrator', detail(JONAS)), 'Change rights'),
    disabling: () => pressed(page({ operator: 'o2' }, 'administrator', detail(JONAS)), 'Disable'),
  },
};
