import { COMMAND_TYPES } from '../../contract/command.ts';
import { z } from '../../contract/zod.ts';
import { isCommandType } from '../../domain/command-rules.ts';
import { instantMs } from '../../domain/instant.ts';
import type { Call, Handler } from '../call.ts';
import { BEHAVIOURS } from '../devices/behaviours.ts';
import { planCommand } from '../devices/plan.ts';
import { ServiceFailure } from '../errors.ts';
import { uuidFor } from '../random.ts';
import { collectiveFor } from '../store/access.ts';
import { insertAll } from '../store/insert-all.ts';
import type { Store } from '../store/store.ts';
import { shownCommand } from './commands.ts';
import { inventedRows, strangersTo } from './strangers.ts';

/** Maximum Commands of one request: items of a schedule times Entities. */
const MAX_COMMANDS = 100_000;
/** How far in the past a trigger time may be, in milliseconds: clocks differ slightly. */
export const CLOCK_TOLERANCE_MS = 60_000;

const Behaviour = z.enum(BEHAVIOURS);

interface Item {
  type: string;
  value: string | null;
  triggerMs: number;
}

type Dispatch = Omit<Call<'sendCommand'> | Call<'scheduleCommands'>, 'path'>;

function checkedType(type: string | null, field: string): string {
  if (isCommandType(type)) return type;
  throw new ServiceFailure(
    'invalidBody',
    `${field}: must be one of ${COMMAND_TYPES.join(', ')}${type === null ? '; it is missing.' : `, not "${type.slice(0, 100)}".`}`,
  );
}

/** Sends a Command to every Entity of a Collective, now. Spec, "Commands", POST commands. */
export const sendCommand: Handler<'sendCommand'> = (call) => {
  const { type, value } = call.body;
  const triggerMs = call.parts.reported.at(call.nowMs);
  return dispatch(call, 'sendCommand', [{ type: checkedType(type, 'type'), value, triggerMs }]);
};

/** Schedules Commands for every Entity of a Collective. Spec, "Commands", POST commands/schedule. */
export const scheduleCommands: Handler<'scheduleCommands'> = (call) => {
  const items = call.body.map(({ type, value, triggerTime }, at) => {
    const triggerMs = instantMs(triggerTime);
    if (triggerMs === null) {
      throw new ServiceFailure('invalidBody', `[${at}].triggerTime: an instant is needed.`);
    }
    if (triggerMs < call.parts.reported.at(call.nowMs) - CLOCK_TOLERANCE_MS) {
      throw new ServiceFailure('invalidBody', `[${at}].triggerTime: it is in the past.`);
    }
    return { type: checkedType(type, `[${at}].type`), value, triggerMs };
  });
  return dispatch(call, 'scheduleCommands', items);
};

function entitiesOf(store: Store, collectiveId: string) {
  return store
    .selectFrom('collective_entity')
    .innerJoin('entity', 'entity.id', 'collective_entity.entity_id')
    .select(['entity.id', 'entity.type', 'entity.behaviour', 'entity.commands'])
    .where('collective_entity.collective_id', '=', collectiveId)
    .where('entity.offboarded', '=', 0)
    .orderBy('collective_entity.position')
    .execute();
}

/** Makes a Pending Command for each Entity and item, all in one transaction. */
function dispatch(
  call: Dispatch,
  endpoint: 'sendCommand' | 'scheduleCommands',
  items: readonly Item[],
) {
  const { store, seed, reported } = call.parts;
  const { strangers: strangerCount } = call.lies;
  const ignoreCooldown = call.query.ignoreCooldown === true ? 1 : 0;
  return store.transaction().execute(async (trx) => {
    const collective = await collectiveFor(trx, call.caller, call.params.collectiveId);
    const strangers = await strangersTo(
      trx,
      collective.id,
      call.caller.organisationId,
      strangerCount,
    );
    const entities = [...(await entitiesOf(trx, collective.id)), ...strangers];
    if (entities.length * items.length > MAX_COMMANDS) {
      throw new ServiceFailure(
        'invalidBody',
        `body: ${items.length} items for ${entities.length} Entities are more than ${MAX_COMMANDS} Commands.`,
      );
    }
    const batchId = uuidFor(seed, 'batch', collective.id, collective.batches + 1);
    const rows = items.flatMap((item, at) =>
      entities.map((entity) => {
        const ordinal = entity.commands + at + 1;
        const plan = planCommand(
          seed,
          { ...entity, behaviour: Behaviour.parse(entity.behaviour) },
          ordinal,
        );
        return {
          id: uuidFor(seed, 'command-id', entity.id, ordinal),
          entity_id: entity.id,
          batch_id: batchId,
          ordinal,
          type: item.type,
          value: item.value,
          trigger_ms: item.triggerMs,
          ignore_cooldown: ignoreCooldown,
          status: 'Pending',
          error: null,
          verification: null,
          due_ms: Math.max(reported.instantOf(item.triggerMs), call.nowMs) + plan.triggerMs,
        };
      }),
    );
    await trx
      .insertInto('batch')
      .values({
        id: batchId,
        endpoint,
        collective_id: collective.id,
        received_ms: call.nowMs,
        told_ms: reported.at(call.nowMs),
        body: JSON.stringify(call.body),
      })
      .execute();
    await insertAll(trx, 'command', rows);
    await trx
      .updateTable('collective')
      .set({ batches: collective.batches + 1 })
      .where('id', '=', collective.id)
      .execute();
    await trx
      .updateTable('entity')
      .set((row) => ({ commands: row('commands', '+', items.length) }))
      .where((row) =>
        row.or([
          row('id', 'in', (query) =>
            query
              .selectFrom('collective_entity')
              .select('entity_id')
              .where('collective_id', '=', collective.id),
          ),
          row(
            'id',
            'in',
            strangers.map(({ id }) => id),
          ),
        ]),
      )
      .execute();
    const missing = strangerCount - strangers.length;
    const invented = items.flatMap((item) => inventedRows(batchId, missing, item));
    return { batchId, commands: [...rows.map(shownCommand), ...invented] };
  });
}
