import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { type Check, once, section } from '../check.ts';
import { mustBeRefused, saw } from '../client.ts';
import { NotTried, must, mustEqual, shown } from '../outcome.ts';

const MEMBER_WRITES = 'where --remove-member is given: that member leaves the Collective for good';
const LOCATION_WRITES = 'where --delete-location is given: that Location is deleted for good';

const removed = once(async ({ client, fixtures, targets }) => {
  const memberId = targets.removeMemberId;
  if (memberId === null) throw new NotTried('none is given: --remove-member MEMBER');
  const params = { collectiveId: fixtures.collectiveId(), memberId };
  return { params, answer: await client.ask('removeMember', { params }) };
});

const MEMBERS = section('Collectives', MEMBER_WRITES, [
  [
    'removing a member answers 200 with the Collective',
    'specification',
    'Collectives, DELETE',
    async (trial) => {
      const { answer, params } = await removed(trial);
      must(answer.status === 200, saw(answer));
      const { id } = ENDPOINTS.removeMember.answer.parse(answer.json);
      mustEqual(id, params.collectiveId, 'id');
    },
  ],
  [
    'it has a type of the three',
    'specification',
    'Collective',
    async (trial) => {
      const { type } = ENDPOINTS.removeMember.answer.parse((await removed(trial)).answer.json);
      must(/^(?:Fleet|SolarFarm|VirtualPowerPlant)$/.test(type ?? ''), shown(type));
    },
  ],
  [
    'it has its remaining Entities',
    'specification',
    'Collectives, DELETE',
    async (trial) => {
      const { entities } = ENDPOINTS.removeMember.answer.parse((await removed(trial)).answer.json);
      must(entities !== null, shown(entities));
    },
  ],
  [
    'the member is not listed any more',
    'specification',
    'Collectives, GET members',
    async (trial) => {
      const { params } = await removed(trial);
      const { collectiveId } = params;
      const query = { pageSize: 1000 };
      const { data } = await trial.client.read('listMembers', { params: { collectiveId }, query });
      must(
        data.every(({ id }) => id !== params.memberId),
        'it is',
      );
    },
  ],
  [
    'removing it again is 404',
    'own choice',
    'Errors 5: not shown',
    async (trial) => {
      const { params } = await removed(trial);
      mustBeRefused(await trial.client.ask('removeMember', { params }), 404);
    },
  ],
]);

const deleted = once(async ({ client, targets }) => {
  const params = targets.deleteLocation;
  if (params === null) throw new NotTried('none is given: --delete-location ENTITY/LOCATION');
  return {
    params: { ...params },
    answer: await client.ask('deleteLocation', { params: { ...params } }),
  };
});

const LOCATIONS = section('Locations', LOCATION_WRITES, [
  [
    'deleting answers 200 or 204',
    'public fact',
    'Status codes',
    async (trial) => {
      const { answer } = await deleted(trial);
      must([200, 204].includes(answer.status), saw(answer));
    },
  ],
  [
    'deleting answers 204 without a body',
    'own choice',
    'Locations, DELETE: not shown',
    async (trial) => {
      const { answer } = await deleted(trial);
      mustEqual([answer.status, answer.text], [204, ''], 'status and body');
    },
  ],
  [
    'a deleted Location cannot be read',
    'specification',
    'Locations, DELETE',
    async (trial) => {
      const { params } = await deleted(trial);
      mustBeRefused(await trial.client.ask('getLocation', { params }));
    },
  ],
  [
    'a deleted Location is not listed',
    'specification',
    'Locations, DELETE',
    async (trial) => {
      const { params } = await deleted(trial);
      const { entityId, locationId } = params;
      const { data } = await trial.client.read('listLocations', { params: { entityId } });
      must(
        data.every(({ id }) => id !== locationId),
        'it is',
      );
    },
  ],
  [
    'deleting it again is 404',
    'own choice',
    'Errors 5: not shown',
    async (trial) => {
      const { params } = await deleted(trial);
      mustBeRefused(await trial.client.ask('deleteLocation', { params }), 404);
    },
  ],
]);

/** What is removed for good; each part needs an id that may be given up. */
export const LIFECYCLE_CHECKS: readonly Check[] = [...LOCATIONS, ...MEMBERS];
