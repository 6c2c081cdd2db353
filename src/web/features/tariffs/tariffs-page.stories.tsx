import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { Role } from '../../../contract/console/session.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { FLAT_TARIFF, HOURS_TARIFF } from '../../testing/report-samples.ts';
import { problem, uuid } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded, signedInAs } from '../../testing/story-states.tsx';
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
    loading: () => page({}, 'approver'),
    error: () => page({}, 'approver', failed(TARIFFS, away)),
    empty: () => page({}, 'approver', answered(TARIFFS, { tariffs: [] })),
    full: () => page({}, 'approver', listed),
    'stale, for a viewer': () => page({}, 'viewer', listed, failed(TARIFFS, away)),
    'versions: loading': () => page({ versions: HOURS_TARIFF.id }, 'approver'),
    'versions: error': () =>
      page({ versions: HOURS_TARIFF.id }, 'approver', failed(VERSIONS, away)),
    'versions: full': () =>
      page(
        { versions: HOURS_TARIFF.id },
        'approver',
        answered(VERSIONS, { tariffs: [{ ...HOURS_TARIFF, version: 2 }, HOURS_TARIFF] }),
      ),
    'the tariff to change is gone': () => page({ edit: uuid(799) }, 'approver', listed),
  },
};
