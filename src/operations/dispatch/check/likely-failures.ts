import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { CommandType } from '../../../contract/command.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { commandReason } from '../../../domain/command-reason.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { chunks } from '../../../store/chunks.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { readCommands } from '../../fleet/commands/known-commands.ts';
import { newestCommands } from '../../fleet/commands/newest-commands.ts';
import { NO_NOTE, TRIED, type Grouped } from './dry-run-groups.ts';

/** How far back a failure says something about the next Command. */
const WITHIN_MS = 7 * 86_400_000;
/** Entities that are looked at together; other requests have their turn in between. */
const TOGETHER = 250;

const FAILED: ReadonlySet<string> = new Set(FAILED_VERDICTS);

/** Entities that the Service refuses, or does not know. */
function refused(db: Kysely<Store>, entityIds: readonly string[]) {
  return db
    .selectFrom('entities')
    .where('id', 'in', entityIds)
    .where('unreachable_status', 'is not', null)
    .select(['id', 'unreachable_status as status', 'unreachable_at as at'])
    .execute();
}

/**
 * Entities on which a Command is likely to fail: the Service refuses them, or their last Command of one of
 * these types failed within a week, whichever system sent it.
 * @param now milliseconds since the epoch
 */
export async function likelyFailures(
  db: Kysely<Store>,
  entityIds: readonly string[],
  types: readonly CommandType[],
  now: number,
): Promise<Grouped[]> {
  const found = new Map<string, Grouped>();
  for (const part of chunks(entityIds, TOGETHER)) {
    for (const { id, status, at: seenAt } of await refused(db, part)) {
      const note = { ...NO_NOTE, refused: status };
      found.set(id, { entityId: id, note, dispatchId: null, seenAt });
    }
    for (const type of types) {
      const look = { since: now - WITHIN_MS, until: now, types: [type], verdicts: TRIED };
      const newest = [...(await newestCommands(db, part, look)).values()].filter(
        ({ entityId, verdict }) => FAILED.has(verdict) && !found.has(entityId),
      );
      const commands = await readCommands(db, newest);
      for (const { id, entityId, verdict, at, dispatchId, knownAt } of newest) {
        const command = commands.get(id);
        found.set(entityId, {
          entityId,
          note: {
            ...NO_NOTE,
            types: [type],
            value: command?.value ?? null,
            verdict,
            count: 1,
            at: isoInstant(at ?? knownAt),
            reason: command === undefined ? null : commandReason(command),
            others: dispatchId === null,
          },
          dispatchId,
          seenAt: knownAt,
        });
      }
    }
    await turn();
  }
  return [...found.values()];
}
