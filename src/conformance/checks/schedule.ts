import { randomInt } from 'node:crypto';
import type { Command } from '../../contract/command.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import {
  type Check,
  type Trial,
  once,
  ownChoice,
  publicFact,
  section,
  specification,
} from '../check.ts';
import { mayBeRefused, mustHaveErrorBody, mustSucceed, saw } from '../answers.ts';
import type { Ask } from '../client.ts';
import { UNKNOWN_ID } from '../fixtures.ts';
import { NotTried, may, mayEqual, must, mustEqual, shown } from '../outcome.ts';
import { HARMLESS } from './access.ts';
import { CANCEL, batchOf, firstOf, idsOf, namedIn } from './commands.ts';

const DAY_MS = 86_400_000;
/** How far ahead the suite schedules its Commands, in days: long enough to cancel them by hand. */
const AHEAD_DAYS = 300;
const WRITES = `Commands ${AHEAD_DAYS} days ahead for the given Collective, canceled at once`;
const SCHEDULE = 'Commands, POST commands/schedule';
const OPEN = 'Errors 5: not shown';

/** A random second of the day: it identifies the Commands of this run. */
const dayOffsetMs = once(() => Promise.resolve(randomInt(86_400) * 1000));

async function aheadIso(trial: Trial, days: number): Promise<string> {
  const dayMs = Math.ceil(trial.now() / DAY_MS) * DAY_MS;
  return new Date(dayMs + days * DAY_MS + (await dayOffsetMs(trial))).toISOString();
}

async function schedule(trial: Trial, body: unknown, more: Ask = {}) {
  const params = { collectiveId: trial.fixtures.collectiveId() };
  const answer = await trial.client.ask('scheduleCommands', { params, body, ...more });
  mustSucceed(answer, 'scheduleCommands');
  return { status: answer.status, ...batchOf(answer) };
}

const items = once(async (trial) => [
  { type: 'StopCharging', value: null, triggerTime: await aheadIso(trial, AHEAD_DAYS) },
  { type: 'LimitFeedIn', value: '5000', triggerTime: await aheadIso(trial, AHEAD_DAYS + 1) },
]);
const scheduled = once(async (trial) => schedule(trial, await items(trial)));

/** The Commands in the answer to the schedule. */
async function named(trial: Trial): Promise<Command[]> {
  return namedIn(await scheduled(trial));
}

function lastOf(commands: readonly Command[]): Command {
  return commands.at(-1) ?? firstOf(commands);
}

/** One Command of the schedule, canceled. */
const canceled = once(async (trial) => {
  const command = firstOf(await named(trial));
  const answer = await trial.client.ask('cancelCommand', { params: idsOf(command) });
  return { command, answer };
});

/** The same. @throws NotTried if it failed, so that no more Commands are left behind */
async function cancellable(trial: Trial): Promise<Command> {
  const { command, answer } = await canceled(trial);
  if (answer.status >= 300) throw new NotTried(`no Command could be canceled: ${answer.status}`);
  return command;
}

const SCHEDULING = section('Scheduling', WRITES, [
  publicFact('a schedule is answered 201', 'Status codes', async (trial) => {
    mustEqual((await scheduled(trial)).status, 201, 'status');
  }),
  specification('a batch has an id', 'Command batch', async (trial) => {
    may((await scheduled(trial)).batchId !== null, 'there is none');
  }),
  specification('every Entity gets one Command for each item', SCHEDULE, async (trial) => {
    const commands = await named(trial);
    const entities = new Set(commands.map(({ entityId }) => entityId));
    // Which Entities of a Collective get one, and for which items, is not documented.
    mayEqual(commands.length, entities.size * (await items(trial)).length, 'Commands');
  }),
  specification('every Command has a unique id', 'Command', async (trial) => {
    const commands = await named(trial);
    mustEqual(new Set(commands.map(({ id }) => id)).size, commands.length, 'different ids');
  }),
  publicFact('a new Command is Pending', 'Commands', async (trial) => {
    const other = (await named(trial)).find(({ status }) => status !== 'Pending');
    must(other === undefined, shown(other));
  }),
  specification('Commands have the type and value that were sent', SCHEDULE, async (trial) => {
    // An absent value may be returned as an empty one.
    const label = ({ type, value }: { type: string | null; value: string | null }) =>
      `${type} ${value ?? ''}`.trim();
    const seen = new Set((await named(trial)).map(label));
    const sent = new Set((await items(trial)).map(label));
    must(
      [...seen].every((one) => sent.has(one)),
      `types and values: ${shown([...seen])}`,
    );
    mayEqual([...seen].toSorted(), [...sent].toSorted(), 'types and values');
  }),
  specification('Commands have the trigger time that was sent', SCHEDULE, async (trial) => {
    const times = (await named(trial)).map(({ triggerTime }) => triggerTime);
    may(!times.includes(null), 'a Command has none');
    const sent = new Set((await items(trial)).map((item) => Date.parse(item.triggerTime)));
    const other = times.find((time) => time !== null && !sent.has(Date.parse(time)));
    must(other === undefined, shown(other));
  }),
  specification(
    'a scheduled Command can be read',
    'Commands, GET commands/{commandId}',
    async (trial) => {
      const command = lastOf(await named(trial));
      const read = await trial.client.read('getCommand', { params: idsOf(command) });
      mustEqual(read.id, command.id, 'the Command');
      mayEqual(read.status, 'Pending', 'status');
    },
  ),
  specification(
    'a scheduled Command is listed for its Entity at its time',
    'Commands, GET commands',
    async (trial) => {
      const command = lastOf(await named(trial));
      const ms = Date.parse(command.triggerTime ?? '');
      if (Number.isNaN(ms)) throw new NotTried('the Command has no trigger time');
      const query = { start: new Date(ms).toISOString(), end: new Date(ms + 1000).toISOString() };
      const { entityId } = command;
      const { data } = await trial.client.read('listCommands', { params: { entityId }, query });
      const others = data.filter(({ id }) => id !== command.id);
      // Rows of other times: the frame was ignored, and its parameters may have other names.
      const isFramed = others.every(({ triggerTime }) => Date.parse(triggerTime ?? '') === ms);
      may(isFramed, `${others.length} others, of other times too`);
      must(others.length < data.length, `${others.length} others`);
    },
  ),
  ...['text/json', 'application/json; charset=utf-8', 'application/vnd.conformance+json'].map(
    (mediaType) =>
      specification(
        `a body may be ${mediaType}`,
        `${SCHEDULE} (media types)`,
        async (trial: Trial) => {
          await cancellable(trial);
          await schedule(trial, (await items(trial)).slice(0, 1), { mediaType });
        },
      ),
  ),
  publicFact('the cooldown flag is taken', 'Names of query parameters', async (trial) => {
    await cancellable(trial);
    await schedule(trial, (await items(trial)).slice(0, 1), { query: { ignoreCooldown: true } });
  }),
  specification('canceling answers 200 with the Command, Canceled', CANCEL, async (trial) => {
    const { command, answer } = await canceled(trial);
    // The states from which a Command may be canceled are not documented.
    if (answer.status >= 400) mustHaveErrorBody(answer);
    may(answer.status < 400, saw(answer));
    must(answer.status === 200, saw(answer));
    const { id, status } = ENDPOINTS.cancelCommand.answer.parse(answer.json);
    mustEqual([id, status], [command.id, 'Canceled'], 'the Command');
  }),
  specification('a canceled Command stays Canceled', CANCEL, async (trial) => {
    const command = await cancellable(trial);
    const { status } = await trial.client.read('getCommand', { params: idsOf(command) });
    mustEqual(status, 'Canceled', 'status');
  }),
  specification('canceling one Command leaves the others', CANCEL, async (trial) => {
    const { id } = await cancellable(trial);
    const other = lastOf(await named(trial));
    if (other.id === id) throw new NotTried('there is no other');
    const { status } = await trial.client.read('getCommand', { params: idsOf(other) });
    must(status !== 'Canceled', 'the other is Canceled too');
  }),
  ownChoice('a Canceled Command cannot be canceled: 409, unchanged', CANCEL, async (trial) => {
    const command = await cancellable(trial);
    mayBeRefused(await trial.client.ask('cancelCommand', { params: idsOf(command) }), 409);
    const { status } = await trial.client.read('getCommand', { params: idsOf(command) });
    mustEqual(status, 'Canceled', 'status');
  }),
  specification('a Command cannot be canceled under another Entity', CANCEL, async (trial) => {
    const command = lastOf(await named(trial));
    const { status: before } = await trial.client.read('getCommand', { params: idsOf(command) });
    if (before === 'Canceled') throw new NotTried('the Command is Canceled already');
    const params = { entityId: UNKNOWN_ID, commandId: command.id };
    const answer = await trial.client.ask('cancelCommand', { params });
    const { status } = await trial.client.read('getCommand', { params: idsOf(command) });
    must(status !== 'Canceled', `${saw(answer)}; the Command is Canceled`);
    mayBeRefused(answer);
  }),
]);

const WRONG_ITEMS: readonly (readonly [string, object])[] = [
  ['without a trigger time', HARMLESS],
  ['with a trigger time of the past', { ...HARMLESS, triggerTime: '2020-01-01T00:00:00Z' }],
  ['with an unknown type', { type: 'Explode', triggerTime: '2099-01-01T00:00:00Z' }],
];

const REFUSED_SCHEDULES = section(
  'Bodies of Commands',
  WRITES,
  WRONG_ITEMS.map(([what, item]) =>
    ownChoice(
      `a schedule with one item ${what} is refused as a whole (400)`,
      OPEN,
      async (trial) => {
        await cancellable(trial);
        const params = { collectiveId: trial.fixtures.collectiveId() };
        const good = { ...HARMLESS, triggerTime: await aheadIso(trial, AHEAD_DAYS + 5) };
        const answer = await trial.client.ask('scheduleCommands', { params, body: [good, item] });
        mayBeRefused(answer, 400);
      },
    ),
  ),
);

/** Commands that are scheduled, read and canceled. */
export const SCHEDULE_CHECKS: readonly Check[] = [...SCHEDULING, ...REFUSED_SCHEDULES];
