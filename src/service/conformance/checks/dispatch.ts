import type { Command } from '../../../contract/command.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { type Check, type Trial, once, section } from '../check.ts';
import { type Ask, mustBeRefused, saw } from '../client.ts';
import { NotTried, must, mustEqual, shown } from '../outcome.ts';
import { UNKNOWN_ID } from '../fixtures.ts';

const DAY_MS = 86_400_000;
/** How far ahead the suite's own Commands are scheduled, in days: long enough to cancel them by hand. */
const AHEAD_DAYS = 300;
const WRITES = `Commands ${AHEAD_DAYS} days ahead for the given Collective, cancelled at once`;
const WRITES_NOW = 'a LimitFeedIn with a value that no device can take, for the given Collective';
const SCHEDULE = 'Commands, POST commands/schedule';
const SEND = 'Commands, POST commands';
const CANCEL = 'States and transitions; Commands, PATCH';
const OPEN = 'Errors 5: not shown';

/** How long and how often the suite looks for the end of a Command, in milliseconds and times. */
const LOOK_EVERY_MS = 2_000;
const LOOKS = 90;

function aheadIso(trial: Trial, days: number): string {
  return new Date(Math.ceil(trial.now() / DAY_MS) * DAY_MS + days * DAY_MS).toISOString();
}

/** Cancels what is still Pending of a batch when the suite is over. */
function cancelAfterwards(trial: Trial, commands: readonly Command[]): void {
  trial.afterwards.push(async () => {
    for (const { entityId, id: commandId } of commands) {
      const params = { entityId, commandId };
      const { status } = await trial.client.read('getCommand', { params });
      if (status === 'Pending') await trial.client.read('cancelCommand', { params });
    }
  });
}

async function schedule(trial: Trial, body: unknown, more: Ask = {}) {
  const params = { collectiveId: trial.fixtures.collectiveId() };
  const answer = await trial.client.ask('scheduleCommands', { params, body, ...more });
  must(answer.status >= 200 && answer.status < 300, saw(answer));
  const batch = ENDPOINTS.scheduleCommands.answer.safeParse(answer.json);
  must(batch.success, saw(answer));
  const { commands, batchId } = ENDPOINTS.scheduleCommands.answer.parse(answer.json);
  cancelAfterwards(trial, commands);
  return { status: answer.status, commands, batchId };
}

const itemsOf = (trial: Trial) => [
  { type: 'StopCharging', value: null, triggerTime: aheadIso(trial, AHEAD_DAYS) },
  { type: 'LimitFeedIn', value: '5000', triggerTime: aheadIso(trial, AHEAD_DAYS + 1) },
];
const scheduled = once((trial) => schedule(trial, itemsOf(trial)));

function firstOf(commands: readonly Command[]): Command {
  const [first] = commands;
  if (first === undefined) throw new NotTried('the Collective has no Entities');
  return first;
}

const idsOf = ({ entityId, id }: Command) => ({ entityId, commandId: id });

/** One Command of the schedule, cancelled. */
const cancelled = once(async (trial) => {
  const command = firstOf((await scheduled(trial)).commands);
  const answer = await trial.client.ask('cancelCommand', { params: idsOf(command) });
  return { command, answer };
});

const SCHEDULING = section('Scheduling', WRITES, [
  [
    'a schedule is answered 201',
    'public fact',
    'Status codes',
    async (trial) => {
      mustEqual((await scheduled(trial)).status, 201, 'status');
    },
  ],
  [
    'a batch has an id',
    'specification',
    'Command batch',
    async (trial) => {
      must((await scheduled(trial)).batchId !== '', 'none');
    },
  ],
  [
    'every Entity gets one Command for each item',
    'specification',
    SCHEDULE,
    async (trial) => {
      const { commands } = await scheduled(trial);
      const entities = new Set(commands.map(({ entityId }) => entityId));
      mustEqual(commands.length, entities.size * itemsOf(trial).length, 'Commands');
    },
  ],
  [
    'every Command has an id of its own',
    'specification',
    'Command',
    async (trial) => {
      const { commands } = await scheduled(trial);
      mustEqual(new Set(commands.map(({ id }) => id)).size, commands.length, 'different ids');
    },
  ],
  [
    'a new Command is Pending',
    'public fact',
    'Commands',
    async (trial) => {
      const other = (await scheduled(trial)).commands.find(({ status }) => status !== 'Pending');
      must(other === undefined, shown(other));
    },
  ],
  [
    'Commands have the type and value that were sent',
    'specification',
    SCHEDULE,
    async (trial) => {
      const { commands } = await scheduled(trial);
      const seen = new Set(commands.map(({ type, value }) => `${type} ${value}`));
      mustEqual(
        [...seen].toSorted(),
        ['LimitFeedIn 5000', 'StopCharging null'],
        'types and values',
      );
    },
  ],
  [
    'Commands have the trigger time that was sent',
    'specification',
    SCHEDULE,
    async (trial) => {
      const { commands } = await scheduled(trial);
      const seen = new Set(commands.map((row) => Date.parse(row.triggerTime ?? '')));
      const sent = itemsOf(trial).map((item) => Date.parse(item.triggerTime));
      mustEqual(
        [...seen].toSorted((a, b) => a - b),
        sent,
        'trigger times',
      );
    },
  ],
  [
    'a scheduled Command can be read',
    'specification',
    'Commands, GET commands/{commandId}',
    async (trial) => {
      const command = (await scheduled(trial)).commands.at(-1);
      if (command === undefined) throw new NotTried('the Collective has no Entities');
      const read = await trial.client.read('getCommand', { params: idsOf(command) });
      mustEqual([read.id, read.status], [command.id, 'Pending'], 'the Command');
    },
  ],
  [
    'a scheduled Command is listed for its Entity at its time',
    'specification',
    'Commands, GET commands',
    async (trial) => {
      const command = (await scheduled(trial)).commands.at(-1);
      const ms = Date.parse(command?.triggerTime ?? '');
      if (command === undefined) throw new NotTried('the Collective has no Entities');
      const query = { start: new Date(ms).toISOString(), end: new Date(ms + 1000).toISOString() };
      const { entityId } = command;
      const { data } = await trial.client.read('listCommands', { params: { entityId }, query });
      must(
        data.some(({ id }) => id === command.id),
        `${data.length} others`,
      );
    },
  ],
  ...['text/json', 'application/json; charset=utf-8', 'application/vnd.conformance+json'].map(
    (mediaType) =>
      [
        `a body may be ${mediaType}`,
        'specification',
        `${SCHEDULE} (media types)`,
        async (trial: Trial) => {
          await schedule(trial, itemsOf(trial).slice(0, 1), { mediaType });
        },
      ] as const,
  ),
  [
    'the cooldown flag is taken',
    'specification',
    `${SCHEDULE}; Limits 2`,
    async (trial) => {
      await schedule(trial, itemsOf(trial).slice(0, 1), { query: { ignoreCooldown: true } });
    },
  ],
  [
    'cancelling answers 200 with the Command, Canceled',
    'specification',
    CANCEL,
    async (trial) => {
      const { command, answer } = await cancelled(trial);
      must(answer.status === 200, saw(answer));
      const { id, status } = ENDPOINTS.cancelCommand.answer.parse(answer.json);
      mustEqual([id, status], [command.id, 'Canceled'], 'the Command');
    },
  ],
  [
    'a cancelled Command stays Canceled',
    'specification',
    CANCEL,
    async (trial) => {
      const { command } = await cancelled(trial);
      const { status } = await trial.client.read('getCommand', { params: idsOf(command) });
      mustEqual(status, 'Canceled', 'status');
    },
  ],
  [
    'cancelling one Command leaves the others',
    'specification',
    CANCEL,
    async (trial) => {
      await cancelled(trial);
      const other = (await scheduled(trial)).commands.at(-1);
      if (other === undefined) throw new NotTried('the Collective has no Entities');
      const { status } = await trial.client.read('getCommand', { params: idsOf(other) });
      mustEqual(status, 'Pending', 'status');
    },
  ],
  [
    'a Canceled Command cannot be cancelled: 409, unchanged',
    'own choice',
    CANCEL,
    async (trial) => {
      const { command } = await cancelled(trial);
      mustBeRefused(await trial.client.ask('cancelCommand', { params: idsOf(command) }), 409);
      const { status } = await trial.client.read('getCommand', { params: idsOf(command) });
      mustEqual(status, 'Canceled', 'status');
    },
  ],
  [
    'a Command cannot be cancelled under another Entity',
    'specification',
    CANCEL,
    async (trial) => {
      const command = (await scheduled(trial)).commands.at(-1);
      const params = { entityId: UNKNOWN_ID, commandId: command?.id ?? UNKNOWN_ID };
      mustBeRefused(await trial.client.ask('cancelCommand', { params }));
    },
  ],
]);

/** A dispatch that devices refuse, followed until it has ended. */
const refusedByDevices = once(async (trial) => {
  const params = { collectiveId: trial.fixtures.collectiveId() };
  const body = { type: 'LimitFeedIn', value: 'no number' };
  const answer = await trial.client.ask('sendCommand', { params, body });
  const batch = ENDPOINTS.sendCommand.answer.safeParse(answer.json);
  return { answer, commands: batch.data?.commands ?? [] };
});
const ended = once(async (trial) => {
  const command = firstOf((await refusedByDevices(trial)).commands);
  for (let look = 0; look < LOOKS; look += 1) {
    const read = await trial.client.read('getCommand', { params: idsOf(command) });
    if (['Failed', 'Succeeded', 'Canceled'].includes(read.status)) return read;
    await trial.wait(LOOK_EVERY_MS);
  }
  throw new NotTried(`the Command had not ended after ${(LOOKS * LOOK_EVERY_MS) / 1000} s`);
});

const SENDING = section('Sending', WRITES_NOW, [
  [
    'any text is taken as a value, and answered 201',
    'own choice',
    `${SEND} (value not shown)`,
    async (trial) => {
      const { answer } = await refusedByDevices(trial);
      must(answer.status === 201, saw(answer));
    },
  ],
  [
    'every Entity gets one Command',
    'specification',
    SEND,
    async (trial) => {
      const { commands } = await refusedByDevices(trial);
      const entities = new Set(commands.map(({ entityId }) => entityId));
      must(commands.length > 0 && commands.length === entities.size, `${commands.length} Commands`);
    },
  ],
  [
    'a Command that is sent triggers now',
    'specification',
    `${SEND} (immediate)`,
    async (trial) => {
      const command = firstOf((await refusedByDevices(trial)).commands);
      const offMs = Date.parse(command.triggerTime ?? '') - trial.now();
      must(Math.abs(offMs) < 300_000, shown(command.triggerTime));
    },
  ],
  [
    'a value that the device cannot take makes the Command Failed',
    'own choice',
    'Errors 3',
    async (trial) => {
      mustEqual((await ended(trial)).status, 'Failed', 'status');
    },
  ],
  [
    'a Failed Command has an error with title and description',
    'specification',
    'Errors 3; Command',
    async (trial) => {
      const { status, error } = await ended(trial);
      if (status !== 'Failed') throw new NotTried(`the Command is ${status}`);
      must(error !== null && error.title !== null && error.description !== null, shown(error));
    },
  ],
  [
    'a Failed Command cannot be cancelled: 409, unchanged',
    'own choice',
    CANCEL,
    async (trial) => {
      const command = await ended(trial);
      mustBeRefused(await trial.client.ask('cancelCommand', { params: idsOf(command) }), 409);
      const after = await trial.client.read('getCommand', { params: idsOf(command) });
      mustEqual(after.status, command.status, 'status');
    },
  ],
]);

/** No device can take it: a deployment that does not refuse the schedule does no harm with it. */
const HARMLESS = { type: 'LimitFeedIn', value: 'no number' };

const WRONG_ITEMS: readonly (readonly [string, object])[] = [
  ['without a trigger time', HARMLESS],
  ['with a trigger time of the past', { ...HARMLESS, triggerTime: '2020-01-01T00:00:00Z' }],
  ['with a type that is none', { type: 'Explode', triggerTime: '2099-01-01T00:00:00Z' }],
];

const REFUSED_SCHEDULES = section(
  'Bodies of Commands',
  WRITES,
  WRONG_ITEMS.map(
    ([what, item]) =>
      [
        `a schedule with one item ${what} is refused as a whole (400)`,
        'own choice',
        OPEN,
        async (trial) => {
          const params = { collectiveId: trial.fixtures.collectiveId() };
          const good = { ...HARMLESS, triggerTime: aheadIso(trial, AHEAD_DAYS + 5) };
          const answer = await trial.client.ask('scheduleCommands', { params, body: [good, item] });
          const batch = ENDPOINTS.scheduleCommands.answer.safeParse(answer.json);
          if (batch.success) cancelAfterwards(trial, batch.data.commands);
          mustBeRefused(answer, 400);
        },
      ] as const,
  ),
);

/** Commands that are made, followed and cancelled. */
export const DISPATCH_CHECKS: readonly Check[] = [...REFUSED_SCHEDULES, ...SCHEDULING, ...SENDING];
