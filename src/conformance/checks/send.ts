import type { Command } from '../../contract/command.ts';
import {
  CLOCK_MS,
  type Check,
  type Trial,
  once,
  ownChoice,
  section,
  specification,
} from '../check.ts';
import { mayBeRefused, saw } from '../answers.ts';
import { NotTried, may, must, mustEqual, shown } from '../outcome.ts';
import { HARMLESS } from './access.ts';
import { CANCEL, batchOf, firstOf, idsOf, namedIn } from './commands.ts';

/** The check that cannot be undone. */
export const SEND_WRITES =
  'with --allow-send: a LimitFeedIn with a value that no device can take, sent at once to the given Collective';
const SEND = 'Commands, POST commands';

/** How long and how often the suite polls for the end of a Command, in milliseconds and times. */
const LOOK_EVERY_MS = 2_000;
const LOOKS = 90;

/** A dispatch that devices refuse, followed to its end. */
const refusedByDevices = once(async (trial) => {
  const params = { collectiveId: trial.fixtures.collectiveId() };
  const body = HARMLESS;
  const answer = await trial.client.ask('sendCommand', { params, body });
  return { answer, batch: answer.status < 300 ? batchOf(answer) : null };
});

/** Its Commands. @throws NotTried if it was refused, as the value may be */
async function sentCommands(trial: Trial): Promise<Command[]> {
  const { answer, batch } = await refusedByDevices(trial);
  if (batch === null) throw new NotTried(`the value is refused: ${answer.status}`);
  return namedIn(batch);
}

const ended = once(async (trial) => {
  const command = firstOf(await sentCommands(trial));
  for (let look = 0; look < LOOKS; look += 1) {
    const read = await trial.client.read('getCommand', { params: idsOf(command) });
    if (['Failed', 'Succeeded', 'Canceled'].includes(read.status)) return read;
    await trial.wait(LOOK_EVERY_MS);
  }
  throw new NotTried(`the Command had not ended after ${(LOOKS * LOOK_EVERY_MS) / 1000} s`);
});

/** Commands that are sent immediately. */
export const SEND_CHECKS: readonly Check[] = section('Sending', SEND_WRITES, [
  ownChoice(
    'any text is taken as a value, and answered 201',
    `${SEND} (value not shown)`,
    async (trial) => {
      const { answer } = await refusedByDevices(trial);
      must(answer.status === 201, saw(answer));
    },
  ),
  specification('every Entity gets one Command', SEND, async (trial) => {
    const commands = await sentCommands(trial);
    const entities = new Set(commands.map(({ entityId }) => entityId));
    may(commands.length > 0, 'no Commands');
    mustEqual(commands.length, entities.size, 'Commands');
  }),
  specification('a Command that is sent triggers now', `${SEND} (immediate)`, async (trial) => {
    const { triggerTime } = firstOf(await sentCommands(trial));
    may(triggerTime !== null, 'no trigger time');
    const offMs = Math.abs(Date.parse(triggerTime ?? '') - trial.now());
    must(offMs < CLOCK_MS, shown(triggerTime));
    may(offMs < 300_000, `${shown(triggerTime)}; clocks may differ`);
  }),
  ownChoice(
    'a value that the device cannot take makes the Command Failed',
    'Errors 3',
    async (trial) => {
      mustEqual((await ended(trial)).status, 'Failed', 'status');
    },
  ),
  specification(
    'a Failed Command has an error with title and description',
    'Errors 3; Command',
    async (trial) => {
      const { status, error } = await ended(trial);
      if (status !== 'Failed') throw new NotTried(`the Command is ${status}`);
      may(error !== null && error.title !== null && error.description !== null, shown(error));
    },
  ),
  ownChoice('a Failed Command cannot be canceled: 409, unchanged', CANCEL, async (trial) => {
    const command = await ended(trial);
    mayBeRefused(await trial.client.ask('cancelCommand', { params: idsOf(command) }), 409);
    const after = await trial.client.read('getCommand', { params: idsOf(command) });
    mustEqual(after.status, command.status, 'status');
  }),
]);
