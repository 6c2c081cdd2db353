import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { Role } from '../../../contract/console/session.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { FLAT_TARIFF, HOURS_TARIFF } from '../../testing/report-samples.ts';
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
const TARIFFS = query(REPORT_ROUTES.tariffs);
const listed = answered(TARIFFS, { tariffs: [FLAT_TARIFF, HOURS_TARIFF] });
const VERSIONS = query(REPORT_ROUTES.tariffVersions, { params: { id: HOURS_TARIFF.id } });

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
    versions: () =>
      page(
        { versions: HOURS_TARIFF.id },
        'approver',
        answered(VERSIONS, { tariffs: [{ ...HOURS_TARIFF, version: 2 }, HOURS_TARIFF] }),
      ),
    'a new tariff with problems': () =>
      pressed(page({ edit: 'new' }, 'approver', listed), 'Save the tariff'),
    'a change by register and by time of use': () =>
      page({ edit: HOURS_TARIFF.id }, 'approver', listed),
  },
};
