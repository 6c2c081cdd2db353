import { z } from '../../contract/zod.ts';
import { type Check, type Trial, ownChoice, section, specification } from '../check.ts';
import { type Answer, mayBeRefused, mustHaveErrorBody, saw } from '../answers.ts';
import { NotTried, may, must, mustEqual, shown } from '../outcome.ts';

/** Another Entity than the given one. */
function otherEntity({ targets }: Trial, entityId: string): string {
  const other = targets.entityIds.find((id) => id !== entityId);
  if (other === undefined) throw new NotTried('a second Entity is needed: give --entity twice');
  return other;
}

const READS = [
  'listEntityTypes',
  'listOffboardingRequests',
  'listFeatures',
  'getBatteryCapacity',
  'listLocations',
  'listCommands',
  'listChargeSessions',
] as const;

async function anyRead({ client, fixtures }: Trial, name: (typeof READS)[number]): Promise<Answer> {
  const params: Record<string, string> =
    name === 'listEntityTypes' || name === 'listOffboardingRequests'
      ? {}
      : { entityId: await fixtures.entityId() };
  return client.ask(name, { params });
}

/** Single resources read by id, and the form of answers. */
export const SINGLE_CHECKS: readonly Check[] = [
  ...section('Commands', null, [
    specification(
      'one Command reads as in the list',
      'Commands, GET commands/{commandId}',
      async ({ client, fixtures }) => {
        const [listed] = await fixtures.commands();
        if (listed === undefined) throw new NotTried('there is none');
        const params = { entityId: listed.entityId, commandId: listed.id };
        const { id, type, value, triggerTime } = await client.read('getCommand', { params });
        const expected = [listed.id, listed.type, listed.value, listed.triggerTime];
        mustEqual([id, type, value, triggerTime], expected, 'the Command');
      },
    ),
    specification(
      'listed Commands are those of the Entity',
      'Command (entityId)',
      async ({ fixtures }) => {
        const { entityId } = await fixtures.paramsOf('listCommands');
        const other = (await fixtures.commands()).find((row) => row.entityId !== entityId);
        must(other === undefined, shown(other));
      },
    ),
    specification(
      'a Command is not found under another Entity',
      'Commands, GET commands/{commandId}',
      async (trial) => {
        const [listed] = await trial.fixtures.commands();
        if (listed === undefined) throw new NotTried('there is none');
        const params = {
          entityId: otherEntity(trial, listed.entityId),
          commandId: listed.id,
        };
        mayBeRefused(await trial.client.ask('getCommand', { params }));
      },
    ),
  ]),
  ...section('Charge Sessions', null, [
    specification(
      'listed sessions are those of the Entity',
      'Charge Session (entityId)',
      async ({ fixtures }) => {
        const { entityId } = await fixtures.paramsOf('listChargeSessions');
        const other = (await fixtures.sessions()).find(
          (row) => row.entityId !== null && row.entityId !== entityId,
        );
        must(other === undefined, shown(other));
      },
    ),
  ]),
  ...section('Locations', null, [
    specification(
      'a Location has exactly id, label, latitude and longitude',
      'Entity Location (no other properties)',
      async ({ client, fixtures }) => {
        const { entityId = '' } = await fixtures.paramsOf('listLocations');
        const [listed] = await fixtures.locations();
        const params = { entityId, locationId: listed?.id ?? '' };
        const answer = await client.ask('getLocation', { params });
        const row = z.record(z.string(), z.unknown()).safeParse(answer.json);
        mustEqual(
          Object.keys(row.data ?? {}).toSorted(),
          ['id', 'label', 'latitude', 'longitude'],
          'properties',
        );
      },
    ),
    specification(
      'one Location reads as in the list',
      'Locations, GET locations/{locationId}',
      async ({ client, fixtures }) => {
        const { entityId = '' } = await fixtures.paramsOf('listLocations');
        const [listed] = await fixtures.locations();
        const params = { entityId, locationId: listed?.id ?? '' };
        mustEqual(await client.read('getLocation', { params }), listed, 'the Location');
      },
    ),
    specification(
      'a Location is not found under another Entity',
      'Locations, GET locations/{locationId}',
      async (trial) => {
        const { entityId = '' } = await trial.fixtures.paramsOf('listLocations');
        const [listed] = await trial.fixtures.locations();
        const params = {
          entityId: otherEntity(trial, entityId),
          locationId: listed?.id ?? '',
        };
        mayBeRefused(await trial.client.ask('getLocation', { params }));
      },
    ),
  ]),
  ...section('Offboarding', null, [
    specification(
      'one Request reads as in the list',
      'Offboarding, GET {offboardingRequestId}',
      async ({ client }) => {
        const [listed] = (await client.read('listOffboardingRequests')).data;
        if (listed === undefined) throw new NotTried('there is none');
        const params = { offboardingRequestId: listed.id };
        const read = await client.read('getOffboardingRequest', { params });
        mustEqual([read.id, read.data?.id], [listed.id, listed.data?.id], 'the Request');
      },
    ),
  ]),
  ...section(
    'Answers',
    null,
    READS.map((name) =>
      specification(
        `${name}: the answer is JSON with the right content type`,
        'introduction (bodies are JSON)',
        async (trial) => {
          const answer = await anyRead(trial, name);
          must(answer.json !== undefined, saw(answer));
          const type = answer.headers.get('content-type');
          may(/^application\/json\b/.test(type ?? ''), `content-type: ${shown(type)}`);
        },
      ),
    ),
  ),
  ...section('Answers', null, [
    specification(
      'a failure is JSON with the right content type',
      'Errors 1',
      async ({ client }) => {
        const answer = await client.ask('listFeatures', { params: { entityId: 'no-uuid' } });
        if (answer.status < 400) throw new NotTried(`an id that is not a UUID is ${answer.status}`);
        mustHaveErrorBody(answer);
        const type = answer.headers.get('content-type');
        may(/json/.test(type ?? ''), `content-type: ${shown(type)}`);
      },
    ),
    ownChoice(
      'an error has a code, a description and a message',
      'Error body (all nullable)',
      async ({ client }) => {
        const answer = await client.ask('listFeatures', { params: { entityId: 'no-uuid' } });
        const Full = z.object({
          errors: z.array(
            z.object({ code: z.string(), description: z.string(), message: z.string() }),
          ),
        });
        must(Full.safeParse(answer.json).success, saw(answer));
      },
    ),
    ownChoice(
      'a failure reveals no internals of the service',
      'Errors 4: not shown',
      async ({ client }) => {
        const answer = await client.ask('listFeatures', { params: { entityId: 'no-uuid' } });
        must(!/\bat .+\.[jt]s:\d+|node_modules|Exception in/.test(answer.text), saw(answer));
      },
    ),
    ownChoice(
      'a path that does not exist is 404 with an error body',
      'Errors 5: not shown',
      async ({ client }) => {
        const answer = await client.follow(`${client.access.baseUrl}/no-such-path`);
        must(answer.status === 404, saw(answer));
        mustHaveErrorBody(answer);
      },
    ),
    ownChoice(
      'a method that a path does not take is 405 with Allow',
      'Errors 5: not shown',
      async ({ client }) => {
        const answer = await client.ask('listEntityTypes', { method: 'OPTIONS' });
        mayBeRefused(answer, 405);
        must(
          (answer.headers.get('allow') ?? '').includes('GET'),
          `Allow: ${shown(answer.headers.get('allow'))}`,
        );
      },
    ),
    ownChoice(
      'ids may be written in capitals',
      'introduction (ids are UUIDs)',
      async ({ client, fixtures }) => {
        const entityId = await fixtures.entityId();
        const lower = await client.read('listFeatures', { params: { entityId } });
        const params = { entityId: entityId.toUpperCase() };
        mustEqual(await client.read('listFeatures', { params }), lower, 'features');
      },
    ),
  ]),
];
