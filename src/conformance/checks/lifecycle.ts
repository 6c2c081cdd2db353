import { Location } from '../../contract/location.ts';
import {
  type Check,
  type Trial,
  once,
  ownChoice,
  publicFact,
  section,
  specification,
} from '../check.ts';
import { mayBeRefused, mustSucceed, saw } from '../answers.ts';
import { parsed } from '../client.ts';
import { NotTried, may, must, mustEqual, shown } from '../outcome.ts';

const MEMBER_WRITES = 'where --remove-member is given: that member leaves the Collective for good';
const LOCATION_WRITES = 'where --delete-location is given: that Location is deleted for good';

const removed = once(async ({ client, fixtures, targets }) => {
  const memberId = targets.removeMemberId;
  if (memberId === null) throw new NotTried('none is given: --remove-member MEMBER');
  const params = { collectiveId: fixtures.collectiveId(), memberId };
  return { params, answer: await client.ask('removeMember', { params }) };
});

async function collectiveLeft(trial: Trial) {
  const { answer } = await removed(trial);
  mustSucceed(answer, 'removeMember');
  return parsed('removeMember', answer);
}

const MEMBERS = section('Collectives', MEMBER_WRITES, [
  specification(
    'removing a member answers 200 with the Collective',
    'Collectives, DELETE',
    async (trial) => {
      const { answer, params } = await removed(trial);
      must(answer.status === 200, saw(answer));
      const { id } = parsed('removeMember', answer);
      mustEqual(id, params.collectiveId, 'id');
    },
  ),
  specification('it has a type of the three', 'Collective', async (trial) => {
    const { type } = await collectiveLeft(trial);
    may(type !== null, 'it has none');
    must(/^(?:Fleet|SolarFarm|VirtualPowerPlant)$/.test(type ?? ''), shown(type));
  }),
  specification('it has its remaining Entities', 'Collectives, DELETE', async (trial) => {
    const { entities } = await collectiveLeft(trial);
    may(entities !== null, shown(entities));
  }),
  specification('the member is not listed any more', 'Collectives, GET members', async (trial) => {
    const { params } = await removed(trial);
    const { collectiveId } = params;
    const { data } = await trial.client.read('listMembers', { params: { collectiveId } });
    must(
      data.every(({ id }) => id !== params.memberId),
      'it is',
    );
  }),
  ownChoice('removing it again is 404', 'Errors 5: not shown', async (trial) => {
    const { params } = await removed(trial);
    mayBeRefused(await trial.client.ask('removeMember', { params }), 404);
  }),
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
  publicFact('deleting answers 200 or 204', 'Status codes', async (trial) => {
    const { answer } = await deleted(trial);
    must([200, 204].includes(answer.status), saw(answer));
  }),
  ownChoice(
    'deleting answers 204 without a body',
    'Locations, DELETE: not shown',
    async (trial) => {
      const { answer } = await deleted(trial);
      mustEqual([answer.status, answer.text], [204, ''], 'status and body');
    },
  ),
  specification('a deleted Location cannot be read', 'Locations, DELETE', async (trial) => {
    const { params, answer } = await deleted(trial);
    mustSucceed(answer, 'deleteLocation');
    const read = await trial.client.ask('getLocation', { params });
    must(!Location.safeParse(read.json).success, saw(read));
    mayBeRefused(read);
  }),
  specification('a deleted Location is not listed', 'Locations, DELETE', async (trial) => {
    const { params } = await deleted(trial);
    const { entityId, locationId } = params;
    const { data } = await trial.client.read('listLocations', { params: { entityId } });
    must(
      data.every(({ id }) => id !== locationId),
      'it is',
    );
  }),
  ownChoice('deleting it again is 404', 'Errors 5: not shown', async (trial) => {
    const { params } = await deleted(trial);
    mayBeRefused(await trial.client.ask('deleteLocation', { params }), 404);
  }),
]);

/** Permanent removals; each needs an expendable id. */
export const LIFECYCLE_CHECKS: readonly Check[] = [...LOCATIONS, ...MEMBERS];
