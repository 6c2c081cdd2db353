import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { type Check, type Trial, once, section } from '../check.ts';
import { mustBeRefused, mustSucceed, saw } from '../client.ts';
import { NotTried, must, mustEqual } from '../outcome.ts';

const OFFBOARD_WRITES =
  'where --offboard is given: an Offboarding Request for that Entity, cancelled at once';
const FOR_GOOD_WRITES = 'where --offboard-for-good is given: that Entity leaves for good';
const RULE = 'States and transitions, Offboarding';

/** How long and how often the suite looks whether a Request has completed, in milliseconds and times. */
const LOOK_EVERY_MS = 30_000;
const LOOKS = 60;

function offboardedId({ targets }: Trial): string {
  if (targets.offboardEntityId === null) throw new NotTried('none is given: --offboard ENTITY');
  return targets.offboardEntityId;
}

async function create(trial: Trial) {
  const body = { entityId: offboardedId(trial) };
  const answer = await trial.client.ask('createOffboardingRequest', { body });
  const request = ENDPOINTS.createOffboardingRequest.answer.safeParse(answer.json);
  if (answer.status < 300 && request.success) {
    const params = { offboardingRequestId: request.data.id };
    trial.afterwards.push(async () => {
      if (trial.targets.offboardForGood) return;
      const { status } = await trial.client.read('getOffboardingRequest', { params });
      if (status === 'Pending') await trial.client.read('cancelOffboardingRequest', { params });
    });
  }
  return answer;
}

const created = once(async (trial) => {
  const answer = await create(trial);
  mustSucceed(answer);
  return { answer, request: ENDPOINTS.createOffboardingRequest.answer.parse(answer.json) };
});
const second = once(async (trial) => {
  await created(trial);
  return create(trial);
});
const cancelled = once(async (trial) => {
  await second(trial);
  const params = { offboardingRequestId: (await created(trial)).request.id };
  return { params, answer: await trial.client.ask('cancelOffboardingRequest', { params }) };
});
const again = once(async (trial) => {
  await cancelled(trial);
  const answer = await create(trial);
  mustSucceed(answer);
  return ENDPOINTS.createOffboardingRequest.answer.parse(answer.json);
});

const OFFBOARDING = section('Offboarding', OFFBOARD_WRITES, [
  [
    'a Request is answered 201',
    'public fact',
    'Status codes',
    async (trial) => {
      const { answer } = await created(trial);
      must(answer.status === 201, saw(answer));
    },
  ],
  [
    'a new Request is Pending',
    'public fact',
    'Other (Offboarding statuses)',
    async (trial) => {
      mustEqual((await created(trial)).request.status, 'Pending', 'status');
    },
  ],
  [
    'a new Request names its Entity',
    'specification',
    'Offboarding Request',
    async (trial) => {
      mustEqual((await created(trial)).request.data?.id, offboardedId(trial), 'data.id');
    },
  ],
  [
    'a new Request is listed',
    'specification',
    'Offboarding, GET',
    async (trial) => {
      const { request } = await created(trial);
      const query = { pageSize: 1000 };
      const { data } = await trial.client.read('listOffboardingRequests', { query });
      must(
        data.some(({ id }) => id === request.id),
        `${data.length} others`,
      );
    },
  ],
  [
    'a second Request while one is Pending is refused',
    'specification',
    RULE,
    async (trial) => {
      mustBeRefused(await second(trial));
    },
  ],
  [
    'that refusal is 409',
    'own choice',
    'Errors 5: not shown',
    async (trial) => {
      mustBeRefused(await second(trial), 409);
    },
  ],
  [
    'a Pending Request can be cancelled, and comes back Canceled',
    'specification',
    RULE,
    async (trial) => {
      const { answer } = await cancelled(trial);
      must(answer.status === 200, saw(answer));
      mustEqual(
        ENDPOINTS.cancelOffboardingRequest.answer.parse(answer.json).status,
        'Canceled',
        'status',
      );
    },
  ],
  [
    'only a Pending Request can be cancelled',
    'specification',
    RULE,
    async (trial) => {
      const { params } = await cancelled(trial);
      mustBeRefused(await trial.client.ask('cancelOffboardingRequest', { params }));
    },
  ],
  [
    'that refusal is 409, and the Request stays Canceled',
    'own choice',
    'Errors 5: not shown',
    async (trial) => {
      const { params } = await cancelled(trial);
      mustBeRefused(await trial.client.ask('cancelOffboardingRequest', { params }), 409);
      const { status } = await trial.client.read('getOffboardingRequest', { params });
      mustEqual(status, 'Canceled', 'status');
    },
  ],
  [
    'after cancelling, a new Request can be made',
    'specification',
    RULE,
    async (trial) => {
      const first = (await created(trial)).request;
      must((await again(trial)).id !== first.id, 'it has the id of the first');
    },
  ],
  [
    'while a Request is Pending the Entity can be read',
    'own choice',
    RULE,
    async (trial) => {
      await again(trial);
      const params = { entityId: offboardedId(trial) };
      mustSucceed(await trial.client.ask('listFeatures', { params }));
    },
  ],
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
  [
    'a Pending Request succeeds after a while',
    'public fact',
    'Other (Offboarding statuses)',
    async (trial) => {
      mustEqual((await completed(trial)).status, 'Succeeded', 'status');
    },
  ],
  [
    'an Entity that has left is unknown',
    'own choice',
    'Errors 5: not shown',
    async (trial) => {
      await completed(trial);
      const params = { entityId: offboardedId(trial) };
      mustBeRefused(await trial.client.ask('listFeatures', { params }), 404);
      mustBeRefused(await trial.client.ask('listCommands', { params }), 404);
    },
  ],
  [
    'a Request that has succeeded cannot be cancelled',
    'specification',
    RULE,
    async (trial) => {
      const params = { offboardingRequestId: (await completed(trial)).id };
      mustBeRefused(await trial.client.ask('cancelOffboardingRequest', { params }));
    },
  ],
]);

/** Offboarding Requests from making to completing; needs an Entity that may be given up. */
export const OFFBOARDING_CHECKS: readonly Check[] = [...OFFBOARDING, ...OFFBOARDED];
