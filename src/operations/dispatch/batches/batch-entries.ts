import type { Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import type { BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { Verification } from '../../../contract/command.ts';
import { TitledError } from '../../../contract/primitives.ts';
import {
  causeOf,
  memberVerdict,
  needsAttention,
  type Counted,
} from '../../../domain/batch-tally.ts';
import { VERDICTS } from '../../../domain/command-status.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { CommandRow, IntentRow, Store } from '../../../store/schema/schema.ts';
import { evidenceOf } from '../resolve/read-resolution.ts';
import { itemsOf } from './batch-summary.ts';
import { triggerTimeOf } from './command-rows.ts';

const Matched = z.literal('check').nullable();
const Verdict = z.enum(VERDICTS).catch('unrecognised');

/** A Command of a batch, or a known member without one. */
export interface Entry extends Counted {
  entityId: string;
  name: string | null;
  entityType: string | null;
  command: CommandRow | null;
  /** Whether the Entity was a known member at the send. */
  isMember: boolean;
  /** Index of its planned item; null: a member without any Command, which is in each item. */
  item: number | null;
  /** Made when asked for: a page shows few of many. */
  row: () => BatchRow;
}

/** The index of the planned item that a Command is of: by type and trigger time, else by either. */
function itemIndex(items: BatchSummary['items'], command: CommandRow): number {
  const isAt = ({ triggerTime }: (typeof items)[number]) =>
    instantMs(triggerTime) === command.trigger_at;
  const found = items.findIndex((item) => item.type === command.type && isAt(item));
  return Math.max(found === -1 ? items.findIndex(isAt) : found, 0);
}

interface Member {
  entity_id: string;
  name: string | null;
  type: string | null;
}

/** Parses the texts of errors that many devices share once. */
function errorReader() {
  const errors = new Map<string | null, BatchRow['error']>();
  return (text: string | null) => {
    const known = errors.get(text);
    if (known !== undefined) return known;
    const error = fromNullableJson(TitledError, text);
    errors.set(text, error);
    return error;
  };
}

function reported(command: CommandRow | null, errorOf: ReturnType<typeof errorReader>) {
  return {
    type: command?.type ?? null,
    value: command?.value ?? null,
    error: errorOf(command?.error ?? null),
    verification: fromNullableJson(Verification, command?.verification ?? null),
  };
}

type Evidence = Awaited<ReturnType<typeof evidenceOf>>;

function entryMaker(evidence: Evidence) {
  const errorOf = errorReader();
  return (member: Member, command: CommandRow | null, item: number | null, isMember = true) => {
    const { entity_id: entityId, name, type: entityType } = member;
    const stored = command === null ? 'unknown' : Verdict.parse(command.verdict);
    const type = command?.type ?? null;
    const verdict = isMember ? memberVerdict(stored, type, entityType) : stored;
    const lateAt = command?.late_change_at ?? null;
    const settled = command === null || command.settled === 1;
    const entry: Entry = {
      entityId,
      name,
      entityType,
      command,
      isMember,
      item,
      verdict,
      settled,
      late: lateAt !== null,
      cannot: isMember && memberVerdict('failed', type, entityType) === 'incapable',
      cause: needsAttention(verdict) ? causeOf(verdict, reported(command, errorOf)) : null,
      row: () => ({
        ...reported(command, errorOf),
        entityId,
        entityName: name,
        entityType,
        commandId: command?.id ?? null,
        triggerTime: command === null ? null : triggerTimeOf(command),
        status: command?.status ?? null,
        observedAt: instantOf(command?.observed_at),
        changedAt: instantOf(command?.changed_at),
        readError: command?.read_error ?? null,
        position: command?.position ?? null,
        settled,
        lateChangeAt: instantOf(lateAt),
        matched: Matched.parse(command?.matched ?? null),
        evidence: isMember ? (evidence.get(entityId) ?? null) : null,
        alsoCommanded: !isMember,
        verdict,
        foundLateAt: instantOf(command?.found_late_at),
      }),
    };
    return entry;
  };
}

const instantOf = (ms: number | null | undefined) =>
  ms === null || ms === undefined ? null : isoInstant(ms);

/** The Commands of a batch, with the current names of their Entities. */
function commandsOf(db: Kysely<Store>, dispatchId: string) {
  return db
    .selectFrom('sent_commands as commands')
    .leftJoin('entities', 'entities.id', 'commands.entity_id')
    .where('commands.dispatch_id', '=', dispatchId)
    .orderBy('commands.position')
    .selectAll('commands')
    .select(['entities.name as name_now', 'entities.type as type_now'])
    .execute();
}

/**
 * Every Command of a batch, and every known member that has none of a planned item: by member, Entities that were
 * not members last.
 */
export async function entriesOf(db: Kysely<Store>, intent: IntentRow): Promise<Entry[]> {
  const members = await db
    .selectFrom('intent_members')
    .where('dispatch_id', '=', intent.id)
    .orderBy('name')
    .orderBy('entity_id')
    .select(['entity_id', 'name', 'type'])
    .execute();
  const byEntity = groupBy(await commandsOf(db, intent.id), (each) => each.entity_id);
  const wasUnknown = intent.outcome === 'unknown' || intent.outcome === 'accepted';
  const entry = entryMaker(wasUnknown ? await evidenceOf(db, intent.id) : new Map());
  const items = itemsOf(intent);
  const entries = members.flatMap((member) => {
    const own = byEntity.get(member.entity_id) ?? [];
    byEntity.delete(member.entity_id);
    const made = own.map((command) => entry(member, command, itemIndex(items, command)));
    const requested = made.filter(({ verdict }) => verdict !== 'unrequested');
    if (requested.length === 0) return [entry(member, null, null), ...made];
    if (intent.outcome !== 'accepted') return made;
    const missing = items.flatMap((_, at) =>
      requested.some(({ item }) => item === at) ? [] : [entry(member, null, at)],
    );
    return [...made, ...missing];
  });
  for (const command of [...byEntity.values()].flat()) {
    const { entity_id, name_now: name, type_now: type } = command;
    entries.push(entry({ entity_id, name, type }, command, itemIndex(items, command), false));
  }
  return entries;
}
