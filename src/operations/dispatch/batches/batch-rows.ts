import type { Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import type { BatchRow } from '../../../contract/console/batch.ts';
import { Verification } from '../../../contract/command.ts';
import { TitledError } from '../../../contract/primitives.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type {
  CommandRow,
  IntentMemberRow,
  IntentRow,
  Store,
} from '../../../store/schema/schema.ts';
import { evidenceOf, type Found } from '../resolve/read-resolution.ts';

const Matched = z.enum(['certain', 'probable']).nullable();

type Named = Pick<IntentMemberRow, 'entity_id' | 'name' | 'type'> & {
  /** Whether it was not a known member at the send. */
  stranger?: boolean;
};

function rowOf(
  intent: Pick<IntentRow, 'version'>,
  member: Named,
  command: CommandRow | null,
  found: Found | null = null,
): BatchRow {
  return {
    entityId: member.entity_id,
    entityName: member.name,
    entityType: member.type,
    commandId: command?.id ?? null,
    type: command?.type ?? null,
    value: command?.value ?? null,
    triggerTime: command?.trigger_time ?? null,
    status: command?.status ?? null,
    error: fromNullableJson(TitledError, command?.error ?? null),
    verification: fromNullableJson(Verification, command?.verification ?? null),
    observedAt: command === null ? null : isoInstant(command.observed_at),
    changedAt: command === null ? null : isoInstant(command.changed_at),
    readError: command?.read_error ?? null,
    position: command?.position ?? null,
    settled: command === null || command.settled === 1,
    lateChangeAt:
      command === null || command.late_change_at === null
        ? null
        : isoInstant(command.late_change_at),
    matched: Matched.parse(command?.matched ?? null),
    evidence: found?.evidence ?? null,
    alsoCommanded: member.stranger ?? false,
    ...(command?.verdict === 'unrequested' && { unrequested: true }),
    foundLateAt:
      command === null || command.found_late_at === null ? null : isoInstant(command.found_late_at),
    // A row without a Command changes with its intent: an answer or a check can give it one.
    version: command?.version ?? intent.version,
  };
}

/** Names of Entities that got a Command without being known members at the send. */
async function strangers(
  db: Kysely<Store>,
  dispatchId: string,
): Promise<ReadonlyMap<string, Named>> {
  const rows = await db
    .selectFrom('commands')
    .innerJoin('entities', 'entities.id', 'commands.entity_id')
    .leftJoin('intent_members', (join) =>
      join
        .onRef('intent_members.dispatch_id', '=', 'commands.dispatch_id')
        .onRef('intent_members.entity_id', '=', 'commands.entity_id'),
    )
    .where('commands.dispatch_id', '=', dispatchId)
    .where('intent_members.entity_id', 'is', null)
    .select(['entities.id as entity_id', 'entities.name', 'entities.type'])
    .execute();
  return new Map(rows.map((row) => [row.entity_id, row]));
}

/** The parts of an intent that its rows depend on. */
type RowsIntent = Pick<IntentRow, 'id' | 'version' | 'outcome'>;

function namedCommands(db: Kysely<Store>, dispatchId: string) {
  return db
    .selectFrom('commands')
    .leftJoin('intent_members', (join) =>
      join
        .onRef('intent_members.dispatch_id', '=', 'commands.dispatch_id')
        .onRef('intent_members.entity_id', '=', 'commands.entity_id'),
    )
    .leftJoin('entities', 'entities.id', 'commands.entity_id')
    .where('commands.dispatch_id', '=', dispatchId)
    .selectAll('commands')
    .select((row) => [
      'intent_members.entity_id as member_id',
      row.fn.coalesce('intent_members.name', 'entities.name').as('name'),
      row.fn.coalesce('intent_members.type', 'entities.type').as('entity_type'),
    ]);
}

/** The result of the last check, by Entity. */
async function evidenceIn(
  db: Kysely<Store>,
  intent: RowsIntent,
): Promise<ReadonlyMap<string, Found>> {
  const wasUnknown = intent.outcome === 'unknown' || intent.outcome === 'accepted';
  return wasUnknown ? evidenceOf(db, intent.id) : new Map<string, Found>();
}

type NamedCommand = CommandRow & {
  member_id: string | null;
  name: string | null;
  entity_type: string | null;
};

function rowOfCommand(
  intent: RowsIntent,
  command: NamedCommand,
  evidence: ReadonlyMap<string, Found>,
): BatchRow {
  const { entity_id: id, name, entity_type: type } = command;
  const named = { entity_id: id, name, type, stranger: command.member_id === null };
  return rowOf(intent, named, command, evidence.get(id));
}

/**
 * The rows of a batch that changed after a version. An Entity without a Command changes with the
 * result of a check; the row of a Command that it then gets replaces it.
 */
export async function changedRowsOf(
  db: Kysely<Store>,
  intent: RowsIntent,
  since: number,
): Promise<BatchRow[]> {
  const changed = await namedCommands(db, intent.id)
    .where('commands.version', '>', since)
    .orderBy('commands.position')
    .execute();
  const evidence = await evidenceIn(db, intent);
  const rows = changed.map((command) => rowOfCommand(intent, command, evidence));
  const isNews = ({ entity_id: id }: { entity_id: string }) =>
    (evidence.get(id)?.version ?? intent.version) > since;
  if (intent.outcome === 'refused' || intent.version <= since) return rows;
  const without = await db
    .selectFrom('intent_members')
    .leftJoin('commands', (join) =>
      join
        .onRef('commands.dispatch_id', '=', 'intent_members.dispatch_id')
        .onRef('commands.entity_id', '=', 'intent_members.entity_id')
        .on('commands.verdict', '<>', 'unrequested'),
    )
    .where('intent_members.dispatch_id', '=', intent.id)
    .where('commands.id', 'is', null)
    .select(['intent_members.entity_id', 'intent_members.name', 'intent_members.type'])
    .execute();
  return [
    ...rows,
    ...without
      .filter(isNews)
      .map((member) => rowOf(intent, member, null, evidence.get(member.entity_id))),
  ];
}

/** The row of one Command of a batch, or null. */
export async function rowAt(
  db: Kysely<Store>,
  intent: RowsIntent,
  position: number,
): Promise<BatchRow | null> {
  const command = await namedCommands(db, intent.id)
    .where('commands.position', '=', position)
    .executeTakeFirst();
  return command === undefined ? null : rowOfCommand(intent, command, await evidenceIn(db, intent));
}

/** The rows of a batch: by name of the members, strangers last. One without a requested Command has a row for that. */
export async function rowsOf(db: Kysely<Store>, intent: RowsIntent): Promise<BatchRow[]> {
  const dispatchId = intent.id;
  const members = await db
    .selectFrom('intent_members')
    .where('dispatch_id', '=', dispatchId)
    .orderBy('name')
    .orderBy('entity_id')
    .selectAll()
    .execute();
  const commands = await db
    .selectFrom('commands')
    .where('dispatch_id', '=', dispatchId)
    .orderBy('position')
    .selectAll()
    .execute();
  const evidence = await evidenceIn(db, intent);
  const byEntity = new Map<string, CommandRow[]>();
  for (const command of commands) {
    const list = byEntity.get(command.entity_id) ?? [];
    list.push(command);
    byEntity.set(command.entity_id, list);
  }
  const rows = members.flatMap((member) => {
    const own = byEntity.get(member.entity_id);
    const found = evidence.get(member.entity_id);
    byEntity.delete(member.entity_id);
    const requested = own?.some(({ verdict }) => verdict !== 'unrequested') ?? false;
    return [
      ...(requested ? [] : [rowOf(intent, member, null, found)]),
      ...(own?.map((each) => rowOf(intent, member, each, found)) ?? []),
    ];
  });
  if (byEntity.size === 0) return rows;
  const known = await strangers(db, dispatchId);
  for (const [entityId, own] of byEntity) {
    const named = known.get(entityId) ?? { entity_id: entityId, name: null, type: null };
    rows.push(...own.map((each) => rowOf(intent, { ...named, stranger: true }, each)));
  }
  return rows;
}
