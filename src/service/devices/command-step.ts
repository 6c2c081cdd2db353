import type { TitledError } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Store } from '../store/store.ts';
import { BEHAVIOURS } from './behaviours.ts';
import { planCommand } from './plan.ts';
import type { StepKind } from './step.ts';
import { COOLDOWN_MS, cooldownError, refusal } from './validation.ts';

/** Steps of one transaction. */
const MOST_AT_ONCE = 500;

const Behaviour = z.enum(BEHAVIOURS);

/** Takes Commands from Pending over Triggered and Sent to their end, and verifies them. */
export function commandSteps(seed: number): StepKind {
  return {
    nextDue: async (store) => {
      const row = await store
        .selectFrom('command')
        .select('due_ms')
        .where('due_ms', 'is not', null)
        .orderBy('due_ms')
        .limit(1)
        .executeTakeFirst();
      return row?.due_ms ?? null;
    },
    run: async (store, untilMs) => {
      for (const row of await dueCommands(store, untilMs)) await takeStep(store, seed, row);
    },
  };
}

function dueCommands(store: Store, untilMs: number) {
  return store
    .selectFrom('command')
    .innerJoin('entity', 'entity.id', 'command.entity_id')
    .select([
      'command.id',
      'command.entity_id',
      'command.ordinal',
      'command.type',
      'command.value',
      'command.status',
      'command.ignore_cooldown',
      'command.due_ms',
      'entity.type as entity_type',
      'entity.behaviour',
    ])
    .where('command.due_ms', '<=', untilMs)
    .orderBy('command.due_ms')
    .orderBy('command.id')
    .limit(MOST_AT_ONCE)
    .execute();
}

type DueCommand = Awaited<ReturnType<typeof dueCommands>>[number];

interface Change {
  status: string;
  error?: TitledError;
  verification?: { status: string; completedAt?: string; error?: TitledError } | null;
  dueMs: number | null;
}

async function takeStep(store: Store, seed: number, row: DueCommand): Promise<void> {
  const change = await nextState(store, seed, row);
  await store
    .updateTable('command')
    .set({
      status: change.status,
      due_ms: change.dueMs,
      ...(change.error && { error: JSON.stringify(change.error) }),
      ...(change.verification !== undefined && {
        verification: change.verification && JSON.stringify(change.verification),
      }),
    })
    .where('id', '=', row.id)
    .execute();
}

function failed(error: TitledError): Change {
  return { status: 'Failed', error, verification: null, dueMs: null };
}

async function nextState(store: Store, seed: number, row: DueCommand): Promise<Change> {
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
      const error = refusal(row, row.entity_type) ?? (await cooldownOf(store, row, dueMs));
      if (error !== null) return failed(error);
      if (plan.fate.kind === 'not-sent') return failed(plan.fate.error);
      await startCooldown(store, row, dueMs + COOLDOWN_MS);
      return {
        status: 'Sent',
        verification: { status: 'Pending' },
        dueMs: dueMs + plan.outcomeMs,
      };
    }
    case 'Sent':
      if (plan.fate.kind === 'refused') return failed(plan.fate.error);
      return {
        status: 'Succeeded',
        verification: { status: 'Pending' },
        dueMs: dueMs + plan.verifyMs,
      };
    default: {
      const error = plan.fate.kind === 'acknowledged' ? plan.fate.verificationError : null;
      return {
        status: row.status,
        verification: {
          status: error === null ? 'Succeeded' : 'Failed',
          completedAt: isoInstant(dueMs),
          ...(error && { error }),
        },
        dueMs: null,
      };
    }
  }
}

async function cooldownOf(store: Store, row: DueCommand, nowMs: number) {
  if (row.ignore_cooldown === 1) return null;
  const cooldown = await store
    .selectFrom('cooldown')
    .select('until_ms')
    .where('entity_id', '=', row.entity_id)
    .where('command_type', '=', row.type)
    .where('until_ms', '>', nowMs)
    .executeTakeFirst();
  return cooldown === undefined ? null : cooldownError(cooldown.until_ms);
}

async function startCooldown(store: Store, row: DueCommand, untilMs: number): Promise<void> {
  await store
    .insertInto('cooldown')
    .values({
      entity_id: row.entity_id,
      command_type: row.type,
      until_ms: untilMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['entity_id', 'command_type']).doUpdateSet({ until_ms: untilMs }),
    )
    .execute();
}
