import { type Check, ownChoice, section } from '../check.ts';
import { mayBeRefused } from '../answers.ts';
import type { Ask } from '../client.ts';
import { UNKNOWN_ID } from '../fixtures.ts';
import { HARMLESS, UNKNOWN_ONLY, askFor } from './access.ts';

const OPEN = 'Errors 5: not shown';
const at = '2099-01-01T00:00:00Z';

/** Bodies that must be refused anywhere. */
const BAD: readonly (readonly ['sendCommand' | 'scheduleCommands', string, Ask, ...number[]])[] = [
  ['sendCommand', 'malformed JSON', { text: '{"type":' }, 400],
  ['sendCommand', 'an empty body', { text: '' }, 400],
  ['sendCommand', 'a list', { body: [[]] }, 400],
  ['sendCommand', 'an unknown type', { body: { type: 'Explode' } }, 400, 404],
  ['sendCommand', 'a value that is not text', { body: { type: 'LimitFeedIn', value: 5 } }, 400],
  ['sendCommand', 'text/plain', { body: HARMLESS, mediaType: 'text/plain' }, 415],
  ['sendCommand', 'XML', { text: '<a/>', mediaType: 'application/xml' }, 415],
  ['sendCommand', 'more than 1 MiB', { text: `"${'x'.repeat(1_100_000)}"` }, 413],
  [
    'sendCommand',
    'an invalid cooldown flag',
    { body: HARMLESS, rawQuery: '?ignoreCooldown=perhaps' },
    400,
  ],
  ['scheduleCommands', 'malformed JSON', { text: '[{' }, 400],
  ['scheduleCommands', 'one item without a list', { body: { ...HARMLESS, triggerTime: at } }, 400],
  ['scheduleCommands', 'an empty list', { body: [] }, 400],
  ['scheduleCommands', 'a null item', { body: [null] }, 400],
  [
    'scheduleCommands',
    'an invalid trigger time',
    { body: [{ ...HARMLESS, triggerTime: 'soon' }] },
    400,
  ],
  ['scheduleCommands', 'a type that is not text', { body: [{ type: 7, triggerTime: at }] }, 400],
  [
    'scheduleCommands',
    'text/plain',
    { body: [{ ...HARMLESS, triggerTime: at }], mediaType: 'text/plain' },
    415,
  ],
  ['scheduleCommands', 'more than 1 MiB', { text: `"${'x'.repeat(1_100_000)}"` }, 413],
];

/** Invalid bodies, sent to an id that does not exist. */
export const BODY_CHECKS: readonly Check[] = section(
  'Bodies of Commands',
  UNKNOWN_ONLY,
  BAD.map(([name, what, ask, ...statuses]) =>
    ownChoice(
      `${name}: ${what} is refused (${statuses.join(' or ')})`,
      OPEN,
      async ({ client }) => {
        const { params = {} } = askFor(name, UNKNOWN_ID);
        mayBeRefused(await client.ask(name, { params, ...ask }), ...statuses);
      },
    ),
  ),
);
