import { Command } from '../../contract/command.ts';
import { z } from '../../contract/zod.ts';
import type { Answer } from '../answers.ts';
import type { Ask, Client } from '../client.ts';
import { type Targets, isKnownId } from '../fixtures.ts';
import { Differs, mustEqual } from '../outcome.ts';
import type { Attempts } from './attempts.ts';

/** Pages that are searched for Commands that no answer named. */
const MAX_PAGES = 40;

/** Tracks the Commands of a run, and cancels them. */
export interface CommandKeeper {
  asking(name: 'sendCommand' | 'scheduleCommands', ask: Ask): void;
  /** @param answer null: it was lost, and its Commands are searched for */
  answered(name: 'sendCommand' | 'scheduleCommands', ask: Ask, answer: Answer | null): void;
  putBack(): Promise<void>;
}

const Rows = z.object({ commands: z.array(z.unknown()).nullish() });
const Item = z.object({
  type: z.string().nullish(),
  value: z.string().nullish(),
  triggerTime: z.iso.datetime().nullish(),
});
type Item = z.infer<typeof Item>;

function itemsOf({ body }: Ask): Item[] {
  const given = z.array(z.unknown()).safeParse(body).data ?? [body];
  return given.flatMap((item) => Item.safeParse(item).data ?? []);
}

/** Whether a Command is one that was requested: only the suite uses its time, or its value. */
function isOf(items: readonly Item[], command: Command): boolean {
  return items.some(
    ({ type, value, triggerTime }) =>
      (typeof triggerTime !== 'string' ||
        Date.parse(triggerTime) === Date.parse(command.triggerTime ?? '')) &&
      type === command.type &&
      (value ?? '') === (command.value ?? ''),
  );
}

/**
 * Makes a tracker of Commands.
 * @param now milliseconds since the epoch
 */
export function makeCommandKeeper(
  client: Client,
  targets: Targets,
  now: () => number,
  attempts: Attempts,
): CommandKeeper {
  const made = new Map<string, Command>();
  /** Sent immediately: these cannot be undone, which the run was allowed. */
  const sent = new Set<string>();
  const ahead: Item[] = [];
  let lost = false;

  const lookAt = async (entityId: string, start: string, end: string): Promise<void> => {
    let continuationToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const asked = { params: { entityId }, query: { start, end, continuationToken } };
      const { data, meta } = await client.read('listCommands', asked);
      for (const row of data) if (isOf(ahead, row)) made.set(row.id, row);
      const next = meta?.continuationToken ?? undefined;
      if (next === undefined || next === continuationToken) return;
      continuationToken = next;
    }
  };

  /** An answer can omit Commands, or get lost: the rest are in the lists of the Entities. */
  const findUnnamed = async (): Promise<void> => {
    const times = ahead.map(({ triggerTime }) => Date.parse(triggerTime ?? ''));
    if (times.length === 0) return;
    const start = new Date(Math.min(...times)).toISOString();
    const end = new Date(Math.max(...times) + 1_000).toISOString();
    const known = [...made.values()].map(({ entityId }) => entityId);
    const entities = new Set([...known, ...(lost ? targets.entityIds : [])].filter(isKnownId));
    for (const entityId of entities) {
      const what = `Commands of Entity ${entityId} from ${start} to ${end}`;
      await attempts.attempt(what, () => lookAt(entityId, start, end));
    }
    if (!lost || entities.size > 0) return;
    await attempts.attempt(`Commands from ${start} to ${end} that no answer named`, () =>
      Promise.reject(new Differs('no Entity is known to search')),
    );
  };

  const cancel = async ({ id: commandId, entityId }: Command): Promise<void> => {
    const params = { entityId, commandId };
    const { status } = await client.read('getCommand', { params });
    if (status === 'Canceled' || status === 'Failed') return;
    if (sent.has(commandId) && status !== 'Pending') return;
    const canceled = await client.read('cancelCommand', { params });
    mustEqual(canceled.status, 'Canceled', 'status');
  };

  return {
    asking: (name, ask) => {
      if (name !== 'scheduleCommands' || !isKnownId(ask.params?.['collectiveId'] ?? '')) return;
      const later = ({ triggerTime }: Item) => Date.parse(triggerTime ?? '') > now();
      ahead.push(...itemsOf(ask).filter(later));
    },
    answered: (name, ask, answer) => {
      const rows = Rows.safeParse(answer?.json).data?.commands ?? [];
      const refused = answer !== null && answer.status >= 400 && answer.status < 500;
      if (name === 'scheduleCommands' && rows.length === 0 && !refused) lost = true;
      for (const row of rows) {
        const command = Command.safeParse(row).data;
        if (command === undefined || !isOf(itemsOf(ask), command)) continue;
        made.set(command.id, command);
        if (name === 'sendCommand') sent.add(command.id);
      }
    },
    putBack: async () => {
      await findUnnamed();
      for (const command of made.values()) {
        const { id, entityId } = command;
        await attempts.attempt(`Command ${id} of Entity ${entityId}`, () => cancel(command));
      }
      made.clear();
      ahead.length = 0;
    },
  };
}
