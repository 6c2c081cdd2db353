import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.ts';
import { keysOf } from '../../lib/objects.ts';
import { type Check, type Trial, ownChoice, section, specification } from '../check.ts';
import {
  type Answer,
  mayBeRefused,
  mustGiveNothing,
  mustHaveErrorBody,
  mustSucceed,
  saw,
} from '../answers.ts';
import type { Ask } from '../client.ts';
import { UNKNOWN_ID } from '../fixtures.ts';
import { encoded, signedToken } from '../jwt.ts';
import { Differs, NotTried, must } from '../outcome.ts';

/** Unsafe requests for such ids change nothing if the deployment is right. */
export const UNKNOWN_ONLY = 'requests that change something, for ids that do not exist';

/** No device accepts it, so it does no harm even at a deployment that does not refuse it. */
export const HARMLESS = { type: 'LimitFeedIn', value: 'no number' };

/** Valid bodies, for an id that does not exist. */
const BODIES: Partial<Record<EndpointName, unknown>> = {
  sendCommand: HARMLESS,
  scheduleCommands: [{ ...HARMLESS, triggerTime: '2099-01-01T00:00:00Z' }],
  createOffboardingRequest: { entityId: UNKNOWN_ID },
  changeFeature: { feature: 'CaptureChargeSessions', enabled: true },
  setBatteryCapacity: { batteryCapacity: 50 },
};

/** A request to an endpoint with the same id everywhere in the path. */
export function askFor(name: EndpointName, id: string): Ask {
  const names = [...ENDPOINTS[name].path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const params = Object.fromEntries(names.map((key) => [key, id]));
  const body = BODIES[name];
  return { params, ...(body !== undefined && { body }) };
}

const ALL = keysOf(ENDPOINTS);
const title = (name: EndpointName) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`;
const reads = (name: EndpointName) => ENDPOINTS[name].method === 'GET';
const hasId = (name: EndpointName) => ENDPOINTS[name].path.includes('{');

function perEndpoint(
  heading: string,
  names: readonly EndpointName[],
  source: string,
  statement: string,
  run: (trial: Trial, name: EndpointName) => Promise<void>,
): Check[] {
  return names.flatMap((name) =>
    section(heading, reads(name) ? null : UNKNOWN_ONLY, [
      specification(`${title(name)}: ${statement}`, source, (trial) => run(trial, name)),
    ]),
  );
}

/** The same for several endpoints; lists those that differ. */
async function onEach(
  names: readonly EndpointName[],
  look: (name: EndpointName) => Promise<void>,
): Promise<void> {
  const wrong: string[] = [];
  for (const name of names) {
    await look(name).catch((error: unknown) => {
      if (!(error instanceof Differs)) throw error;
      wrong.push(error.message);
    });
  }
  must(wrong.length === 0, `${wrong.length} of ${names.length}: ${wrong[0] ?? ''}`);
}

function exactStatuses(names: readonly EndpointName[], writes: string | null): readonly Check[] {
  const kind = writes === null ? 'reads' : 'writes';
  const withId = names.filter(hasId);
  const status = (answer: Answer, expected: number) => {
    must(answer.status === expected, saw(answer));
    mustHaveErrorBody(answer);
  };
  return section('Refusals, exactly', writes, [
    ownChoice(
      `all ${kind}: no token is 401 with WWW-Authenticate and an error body`,
      'Authentication 6: not shown',
      ({ client }) =>
        onEach(names, async (name) => {
          const answer = await client.ask(name, { ...askFor(name, UNKNOWN_ID), token: null });
          status(answer, 401);
          must(
            /bearer/i.test(answer.headers.get('www-authenticate') ?? ''),
            'no WWW-Authenticate: Bearer',
          );
        }),
    ),
    ownChoice(`all ${kind}: an id that is not a UUID is 400`, 'Errors 5: not shown', ({ client }) =>
      onEach(withId, async (name) => {
        status(await client.ask(name, askFor(name, 'no-uuid')), 400);
      }),
    ),
    ownChoice(`all ${kind}: an unknown id is 404`, 'Errors 5: not shown', ({ client }) =>
      onEach(withId, async (name) => {
        status(await client.ask(name, askFor(name, UNKNOWN_ID)), 404);
      }),
    ),
    ownChoice(
      `all ${kind}: an unknown query parameter is 400`,
      'Errors 5: not shown',
      ({ client }) =>
        onEach(names, async (name) => {
          const ask = { ...askFor(name, UNKNOWN_ID), rawQuery: '?colour=red' };
          status(await client.ask(name, ask), 400);
        }),
    ),
  ]);
}

/** Accepting any text is one cause, whatever the text. */
async function refusedToken(trial: Trial, authorization: string): Promise<void> {
  const answer = await trial.client.ask('listEntityTypes', { authorization });
  mustGiveNothing(answer, 'tokens are not checked');
}

const FAR = 4_102_444_800;

const TOKENS = section('Bearer tokens', null, [
  specification(
    'the token of the token endpoint is accepted',
    'Authentication 1',
    async ({ client }) => {
      mustSucceed(await client.ask('listEntityTypes'), 'listEntityTypes');
    },
  ),
  specification('a text that is not a token is refused', 'Authentication 1', (trial) =>
    refusedToken(trial, 'Bearer nonsense'),
  ),
  specification('a token with another signature is refused', 'Authentication 1', async (trial) => {
    const { header, claims } = signedToken(await trial.client.token());
    await refusedToken(trial, `Bearer ${header}.${claims}.${'A'.repeat(342)}`);
  }),
  specification('a token with other claims is refused', 'Authentication 2', async (trial) => {
    const { header, signature } = signedToken(await trial.client.token());
    const other = encoded({ sub: 'nobody', exp: FAR });
    await refusedToken(trial, `Bearer ${header}.${other}.${signature}`);
  }),
  specification('a token without a signature (alg none) is refused', 'Authentication 1', (trial) =>
    refusedToken(trial, `Bearer ${encoded({ alg: 'none' })}.${encoded({ exp: FAR })}.`),
  ),
  specification('another scheme is refused', 'Authentication 1', (trial) =>
    refusedToken(trial, `Basic ${Buffer.from('a:b').toString('base64')}`),
  ),
  ownChoice(
    'an Entity of another organisation is 403',
    'Authentication 2',
    async ({ client, targets }) => {
      const entityId = targets.foreignEntityId;
      if (entityId === null) throw new NotTried('none is known: give --foreign-entity');
      mayBeRefused(await client.ask('listFeatures', { params: { entityId } }), 403);
    },
  ),
  ownChoice(
    'a Collective of another organisation is 403',
    'Authentication 2',
    async ({ client, targets }) => {
      const collectiveId = targets.foreignCollectiveId;
      if (collectiveId === null) throw new NotTried('none is known: give --foreign-collective');
      mayBeRefused(await client.ask('listMembers', { params: { collectiveId } }), 403);
    },
  ),
]);

/** Existing ids, if known, for endpoints that only read: others have no data. */
function paramsFor(trial: Trial, name: EndpointName): Record<string, string> {
  const unknown = askFor(name, UNKNOWN_ID).params ?? {};
  const { entityIds, collectiveId } = trial.targets;
  if (!reads(name)) return unknown;
  const [entityId] = entityIds;
  return {
    ...unknown,
    ...('entityId' in unknown && entityId !== undefined && { entityId }),
    ...('collectiveId' in unknown && collectiveId !== null && { collectiveId }),
  };
}

/** Authentication and unknown ids: every endpoint. */
export const ACCESS_CHECKS: readonly Check[] = [
  ...TOKENS,
  ...perEndpoint(
    'Without a token',
    ALL,
    'Authentication 1 and 6',
    'gives nothing without the bearer token',
    async (trial, name) => {
      const ask = { ...askFor(name, UNKNOWN_ID), params: paramsFor(trial, name) };
      mustGiveNothing(await trial.client.ask(name, { ...ask, token: null }), 'no token is needed');
    },
  ),
  ...perEndpoint(
    'Ids that are none',
    ALL.filter(hasId),
    'introduction (ids are UUIDs), Errors 1 and 5',
    'refuses an id that is not a UUID, with an error body',
    async ({ client }, name) => {
      mayBeRefused(await client.ask(name, askFor(name, 'no-uuid')));
    },
  ),
  ...perEndpoint(
    'Unknown ids',
    ALL.filter((name) => hasId(name) || name === 'createOffboardingRequest'),
    'Errors 1 and 5',
    'refuses an unknown id, with an error body',
    async ({ client }, name) => {
      mayBeRefused(await client.ask(name, askFor(name, UNKNOWN_ID)));
    },
  ),
  ...exactStatuses(ALL.filter(reads), null),
  ...exactStatuses(
    ALL.filter((name) => !reads(name)),
    UNKNOWN_ONLY,
  ),
];
