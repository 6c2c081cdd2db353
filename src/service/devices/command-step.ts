import { sql } from 'kysely';
import type { TitledError } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Store } from '../store/store.ts';
import type { ReportedClock } from '../reported-clock.ts';
import { BEHAVIOURS } from './behaviours.ts';
import { type Devices, reachDevices } from './effects.ts';
import { planCommand } from './plan.ts';
import type { StepKind } from './step.ts';
import { COOLDOWN_MS, cooldownError, refusal } from './validation.ts';

/** Steps per transaction: few enough that answers never wait long. */
const MOST_AT_ONCE = 500;

const Behaviour = z.enum(BEHAVIOURS);

/**
 * Takes Commands from Pending through Triggered and Sent to their end, and verifies them.
 * @param reported the time that is written into them
 */
export function commandSteps(seed: number, reported: ReportedClock): StepKind {
  const maker = { seed, reported };
  return {
    name: 'Commands',
    nextDue: (store) => nextDue(store, null),
    run: async (store, untilMs) => {
      await takeSteps(store, maker, await dueCommands(store, untilMs).execute());
    },
    ofEntity: {
      nextDue,
      run: async (store, entityId, untilMs) => {
        const due = dueCommands(store, untilMs).where('command.entity_id', '=', entityId);
        await takeSteps(store, maker, await due.execute());
      },
    },
  };
}

/** When the next step of an Entity's Commands is due, in milliseconds; entityId null: of any. */
async function nextDue(store: Store, entityId: string | null): Promise<number | null> {
  const row = await store
    .selectFrom('command')
    .select('due_ms')
    .where('due_ms', 'is not', null)
    .$if(entityId !== null, (query) => query.where('entity_id', '=', entityId))
    .orderBy('due_ms')
    .limit(1)
    .executeTakeFirst();
  return row?.due_ms ?? null;
}

function dueCommands(store: Store, untilMs: number) {
  return store
    .selectFrom('command')
    .innerJoin('entity', 'entity.id', 'command.entity_id')
    .leftJoin('cooldown', (join) =>
      join
        .onRef('cooldown.entity_id', '=', 'command.entity_id')
        .onRef('cooldown.command_type', '=', 'command.type'),
    )
    .select([
      'command.id',
      'command.entity_id',
      'command.ordinal',
      'command.type',
      'command.value',
      'command.status',
      'command.error',
      'command.verification',
      'command.ignore_cooldown',
      'command.due_ms',
      'entity.type as entity_type',
      'entity.brand',
      'entity.behaviour',
      'cooldown.until_ms as cooldown_ms',
    ])
    .where('command.due_ms', '<=', untilMs)
    .orderBy('command.due_ms')
    .orderBy('command.id')
    .limit(MOST_AT_ONCE);
}

type DueCommand = Awaited<ReturnType<ReturnType<typeof dueCommands>['execute']>>[number];

interface Change {
  status: string;
  error?: TitledError;
  verification?: { status: string; completedAt?: string; error?: TitledError } | null;
  dueMs: number | null;
}

/** The cooldowns during a batch of steps: those in the store, and those that it starts. */
type Cooldowns = Map<string, { entityId: string; type: string; untilMs: number }>;

/** Parts of a Command's state. */
interface Maker {
  seed: number;
  reported: ReportedClock;
}

/** Takes a step of each Command, in their order, and writes all changes at once. */
async function takeSteps(store: Store, maker: Maker, rows: readonly DueCommand[]): Promise<void> {
  if (rows.length === 0) return;
  const started: Cooldowns = new Map();
  const devices = await reachDevices(store, maker.seed, rows);
  const changes = rows.map((row) => {
    const { status, dueMs, error, verification } = nextState(maker, row, started, devices);
    return [
      row.id,
      status,
      dueMs,
      error === undefined ? row.error : JSON.stringify(error),
      verification === undefined ? row.verification : verification && JSON.stringify(verification),
    ];
  });
  await sql`
    update command set status = changed.status, due_ms = changed.due_ms, error = changed.error,
      verification = changed.verification
    from (select value ->> 0 as id, value ->> 1 as status, value ->> 2 as due_ms,
      value ->> 3 as error, value ->> 4 as verification
      from json_each(${JSON.stringify(changes)})) as changed
    where command.id = changed.id`.execute(store);
  await devices.save();
  if (started.size === 0) return;
  const cooldowns = [...started.values()].map((row) => [row.entityId, row.type, row.untilMs]);
  await sql`
    insert into cooldown (entity_id, command_type, until_ms)
    select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(cooldowns)})
    where true
    on conflict (entity_id, command_type) do update set until_ms = excluded.until_ms`.execute(
    store,
  );
}

function failed(error: TitledError): Change {
  return { status: 'Failed', error, verification: null, dueMs: null };
}

function nextState(
  { seed, reported }: Maker,
  row: DueCommand,
  started: Cooldowns,
  devices: Devices,
): Change {
  const dueMs = row.due_ms ?? 0;
  const entity = {
    id: row.entity_id,
    type: row.entity_type,
    behaviour: Behaviour.parse(row.behaviour),
  };
  const plan = planCommand(seed, entity, row.ordinal);
  switch (row.status) {
    case 'Pending':
      return { status: 'Triggered', dueMs: dueMs + plan.sendMs };
    case 'Triggered': {
      const key = `${row.entity_id} ${row.type}`;
      const cooldownMs = started.get(key)?.untilMs ?? row.cooldown_ms ?? 0;
      const isCooling = row.ignore_cooldown === 0 && cooldownMs > dueMs;
      const error =
        refusal(row, row.entity_type) ??
        (isCooling ? cooldownError(reported.at(cooldownMs)) : null);
      if (error !== null) return failed(error);
      if (plan.fate.kind === 'not-sent') return failed(plan.fate.error);
      started.set(key, {
        entityId: row.entity_id,
        type: row.type,
        untilMs: dueMs + COOLDOWN_MS,
      });
      return {
        status: 'Sent',
        verification: { status: 'Pending' },
        dueMs: dueMs + plan.outcomeMs,
      };
    }
    case 'Sent': {
      if (plan.fate.kind === 'refused') return failed(plan.fate.error);
      const error = devices.carryOut(row, dueMs);
      if (error !== null) return failed(error);
      return {
        status: 'Succeeded',
        verification: { status: 'Pending' },
        dueMs: dueMs + plan.verifyMs,
      };
    }
    default: {
      const disproof = plan.fate.kind === 'acknowledged' ? plan.fate.verificationError : null;
      const error =
        entity.behaviour === 'acknowledges-and-ignores' ? devices.noEffect(row, dueMs) : disproof;
      return {
        status: row.status,
        verification: {
          status: error === null ? 'Succeeded' : 'Failed',
          completedAt: isoInstant(reported.at(dueMs)),
          ...(error && { error }),
        },
        dueMs: null,
      };
    }
  }
}
