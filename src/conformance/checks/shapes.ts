import { z } from '../../contract/zod.ts';
import { mustSucceed } from '../answers.ts';
import { type Check, section, specification } from '../check.ts';
import { parsed } from '../client.ts';
import { LISTS, type ListName } from '../fixtures.ts';
import { may, must, shown } from '../outcome.ts';

/** The envelope with every field; the required ones are not documented. */
const Whole = z.object({
  data: z.array(z.unknown()).nullable(),
  links: z.object({ next: z.string().nullable() }),
  meta: z.object({ continuationToken: z.string().nullable(), pageSize: z.int() }),
});

/** Labels of lists in the table. */
export const TITLES: Readonly<Record<ListName, string>> = {
  listLocations: 'Locations of an Entity',
  listCommands: 'Commands of an Entity',
  listChargeSessions: 'Charge Sessions of an Entity',
  listOffboardingRequests: 'Offboarding Requests',
  listMembers: 'Members of a Collective',
  listEntityTypes: 'Entity types',
};

/** The basis of all reads: they are answered, in the documented shape. */
export const SHAPE_CHECKS: readonly Check[] = [
  ...section(
    'Paging',
    null,
    LISTS.map((name) =>
      specification(
        `${TITLES[name]}: come in the paging envelope`,
        'Paging envelope',
        async ({ client, fixtures }) => {
          const answer = await client.ask(name, { params: await fixtures.paramsOf(name) });
          mustSucceed(answer, name);
          const { data, meta } = parsed(name, answer);
          const size = meta?.pageSize ?? data.length;
          must(data.length <= size, `${data.length} rows, meta.pageSize: ${size}`);
          const whole = Whole.safeParse(answer.json);
          may(whole.success, shown(whole.error?.issues[0]));
        },
      ),
    ),
  ),
  ...section('Features', null, [
    specification(
      'features are a bare array of names and flags',
      'Feature; Paging envelope',
      async ({ client, fixtures }) => {
        await client.read('listFeatures', { params: { entityId: await fixtures.entityId() } });
      },
    ),
  ]),
  ...section('Battery capacity', null, [
    specification(
      'it is a number above 0, or null where none is set',
      'Battery capacity',
      async ({ client, fixtures }) => {
        const params = { entityId: await fixtures.entityId() };
        const { batteryCapacity } = await client.read('getBatteryCapacity', { params });
        may(batteryCapacity === null || batteryCapacity > 0, shown(batteryCapacity));
      },
    ),
  ]),
];
