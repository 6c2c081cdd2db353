import {
  type Check,
  type Trial,
  once,
  ownChoice,
  publicFact,
  section,
  specification,
} from '../check.ts';
import { mayBeRefused, mustBeRefused, mustSucceed, saw } from '../answers.ts';
import { parsed } from '../client.ts';
import { NotTried, may, must, mustEqual } from '../outcome.ts';

const OFFBOARD_WRITES =
  'where --offboard is given: an Offboarding Request for that Entity, canceled at once';
const FOR_GOOD_WRITES = 'where --offboard-for-good is given: that Entity leaves for good';
const RULE = 'States and transitions, Offboarding';

/** How long and how often the suite polls for the completion of a Request, in milliseconds and times. */
const LOOK_EVERY_MS = 30_000;
const LOOKS = 60;

function offboardedId({ targets }: Trial): string {
  if (targets.offboardEntityId === null) throw new NotTried('none is given: --offboard ENTITY');
  return targets.offboardEntityId;
}

async function create(trial: Trial) {
  const body = { entityId: offboardedId(trial) };
  return trial.client.ask('createOffboardingRequest', { body });
}

const created = once(async (trial) => {
  const answer = await create(trial);
  mustSucceed(answer, 'createOffboardingRequest');
  return { answer, request: parsed('createOffboardingRequest', answer) };
});

/** The first Request while it is Pending. @throws NotTried if a new one has another status */
async function pending(trial: Trial) {
  const { request } = await created(trial);
  const { id: offboardingRequestId } = request;
  if (request.status !== 'Pending') throw new NotTried(`a new Request is ${request.status}`);
  return { offboardingRequestId };
}
const second = once(async (trial) => {
  await pending(trial);
  return create(trial);
});
const canceled = once(async (trial) => {
  await second(trial);
  const params = await pending(trial);
  return { params, answer: await trial.client.ask('cancelOffboardingRequest', { params }) };
});
/** The first Request once it is Canceled. @throws NotTried if it could not be canceled */
async function ended(trial: Trial) {
  const { params, answer } = await canceled(trial);
  if (answer.status >= 300) throw new NotTried(`it could not be canceled: ${answer.status}`);
  return params;
}
const again = once(async (trial) => {
  await ended(trial);
  const answer = await create(trial);
  mustSucceed(answer, 'createOffboardingRequest');
  return parsed('createOffboardingRequest', answer);
});

const OFFBOARDING = section('Offboarding', OFFBOARD_WRITES, [
  publicFact('a Request is answered 201', 'Status codes', async (trial) => {
    const { answer } = await created(trial);
    must(answer.status === 201, saw(answer));
  }),
  publicFact('a new Request is Pending', 'Other (Offboarding statuses)', async (trial) => {
    mustEqual((await created(trial)).request.status, 'Pending', 'status');
  }),
  specification('a new Request names its Entity', 'Offboarding Request', async (trial) => {
    const { data } = (await created(trial)).request;
    may(typeof data?.id === 'string', 'it names none');
    mustEqual(data?.id, offboardedId(trial), 'data.id');
  }),
  specification('a new Request is listed', 'Offboarding, GET', async (trial) => {
    const { request } = await created(trial);
    const query = { pageSize: 100 };
    const { data, meta } = await trial.client.read('listOffboardingRequests', { query });
    const isListed = data.some(({ id }) => id === request.id);
    if (!isListed && (meta?.continuationToken ?? null) !== null) {
      throw new NotTried(`it is not among the first ${data.length}`);
    }
    must(isListed, `${data.length} others`);
  }),
  specification('a second Request while one is Pending is refused', RULE, async (trial) => {
    mustBeRefused(await second(trial));
  }),
  ownChoice('that refusal is 409', 'Errors 5: not shown', async (trial) => {
    mayBeRefused(await second(trial), 409);
  }),
  specification(
    'a Pending Request can be canceled, and comes back Canceled',
    RULE,
    async (trial) => {
      const { answer } = await canceled(trial);
      mustSucceed(answer, 'cancelOffboardingRequest');
      mustEqual(parsed('cancelOffboardingRequest', answer).status, 'Canceled', 'status');
    },
  ),
  specification('only a Pending Request can be canceled', RULE, async (trial) => {
    const params = await ended(trial);
    mustBeRefused(await trial.client.ask('cancelOffboardingRequest', { params }));
  }),
  ownChoice(
    'that refusal is 409, and the Request stays Canceled',
    'Errors 5: not shown',
    async (trial) => {
      const params = await ended(trial);
      mayBeRefused(await trial.client.ask('cancelOffboardingRequest', { params }), 409);
      const { status } = await trial.client.read('getOffboardingRequest', { params });
      mustEqual(status, 'Canceled', 'status');
    },
  ),
  specification('after canceling, a new Request can be made', RULE, async (trial) => {
    const first = (await created(trial)).request;
    must((await again(trial)).id !== first.id, 'it has the id of the first');
  }),
  ownChoice('while a Request is Pending the Entity can be read', RULE, async (trial) => {
    await again(trial);
    const params = { entityId: offboardedId(trial) };
    mustSucceed(await trial.client.ask('listFeatures', { params }), 'listFeatures');
  }),
]);

const completed = once(async (trial) => {
  if (!trial.targets.offboardForGood) throw new NotTried('needs --offboard-for-good ENTITY');
  const params = { offboardingRequestId: (await again(trial)).id };
  for (let look = 0; look < LOOKS; look += 1) {
    const read = await trial.client.read('getOffboardingRequest', { params });
    if (read.status !== 'Pending') return read;
    await trial.wait(LOOK_EVERY_MS);
  }
  throw new NotTried(`the Request was still Pending after ${(LOOKS * LOOK_EVERY_MS) / 60_000} min`);
});

const OFFBOARDED = section('Offboarding', FOR_GOOD_WRITES, [
  publicFact(
    'a Pending Request succeeds after a while',
    'Other (Offboarding statuses)',
    async (trial) => {
      mustEqual((await completed(trial)).status, 'Succeeded', 'status');
    },
  ),
  ownChoice('an Entity that has left is unknown', 'Errors 5: not shown', async (trial) => {
    await completed(trial);
    const params = { entityId: offboardedId(trial) };
    mayBeRefused(await trial.client.ask('listFeatures', { params }), 404);
    mayBeRefused(await trial.client.ask('listCommands', { params }), 404);
  }),
  specification('a Request that has succeeded cannot be canceled', RULE, async (trial) => {
    const params = { offboardingRequestId: (await completed(trial)).id };
    mustBeRefused(await trial.client.ask('cancelOffboardingRequest', { params }));
  }),
]);

/** Offboarding Requests from creation to completion; needs an expendable Entity. */
export const OFFBOARDING_CHECKS: readonly Check[] = [...OFFBOARDING, ...OFFBOARDED];
