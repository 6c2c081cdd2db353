import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Role } from '../../../contract/console/session.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { FLAT_PRICES, HOUR_PRICES } from '../../testing/sealed-samples.ts';
import { problem } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pressed,
  type Seed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { TariffsPage } from './tariffs-page.tsx';
import type { TariffsSearch } from './tariffs-search.ts';

const away = problem('store_unavailable', 503);
const TARIFFS = query(CONSOLE_ROUTES.tariffs);
const listed = answered(TARIFFS, { tariffs: [FLAT_PRICES, HOUR_PRICES] });

function page(search: TariffsSearch, role: Role, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={[signedInAs(role), ...seeds]}>
      <TariffsPage search={search} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Tariffs',
  states: {
    failed: () => page({}, 'approver', failed(TARIFFS, away)),
    empty: () => page({}, 'approver', answered(TARIFFS, { tariffs: [] })),
    'stale, for a viewer': () => page({}, 'viewer', listed, failed(TARIFFS, away)),
    'a new tariff with problems': () =>
      pressed(page({ edit: 'new' }, 'approver', listed), 'Save the tariff'),
    'a change of each kind of price': () => page({ edit: HOUR_PRICES.id }, 'approver', listed),
  },
};
