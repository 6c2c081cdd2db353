import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { FLAT_TARIFF } from '../../testing/report-samples.ts';
import { answered, Pressed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { TariffsList } from './tariffs-list.tsx';

const SEEDS = [
  signedInAs('approver'),
  answered(query(REPORT_ROUTES.tariffs), { tariffs: [FLAT_TARIFF] }),
];
const NAMES = ['Delete Depot, flat'];

export const stories: Stories = {
  title: 'Deleting a tariff',
  layout: 'alone',
  states: {
    asking: () => (
      <Seeded seeds={SEEDS}>
        <Pressed names={NAMES}>
          <TariffsList onMessage={() => {}} />
        </Pressed>
      </Seeded>
    ),
  },
};
