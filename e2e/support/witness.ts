import type { BatchRow } from '../../src/contract/console/batch.ts';
import { instantMs } from '../../src/domain/instant.ts';
import { intentMark, markOf } from './dispatch-rounds.ts';
import type { WholeBatch } from './operator-client.ts';
import type { FaultRule, Gridhelm, LedgerBatch } from './gridhelm.ts';
import type { PlannedDispatch } from './ledger-plan.ts';

type MadeCommand = LedgerBatch['commands'][number];

/** Longest duration of one read of the console with the time-out used here, in milliseconds. */
const READ_WITHIN_MS = 2000;
const HIDING: ReadonlySet<string> = new Set(['lagging-lists', 'forgetting']);

/** Knows from the service's own record what was done, and by when. */
export class Witness {
  readonly #members: ReadonlyMap<string, ReadonlySet<string>>;
  #batches = new Map<string, LedgerBatch[]>();
  #commands = new Map<string, MadeCommand>();
  readonly #seenAt = new Map<string, number>();
  readonly #hides: { about: string | null; fromMs: number; toMs: number }[] = [];

  /** @param collectives their actual Entities */
  constructor(
    collectives: readonly { id: string; entities?: readonly string[] | null | undefined }[],
  ) {
    this.#members = new Map(collectives.map(({ id, entities }) => [id, new Set(entities ?? [])]));
  }

  /** Records what reads of Commands omit from now on. */
  noteFaults(rules: readonly FaultRule[]): void {
    const now = Date.now();
    for (const hide of this.#hides) hide.toMs = Math.min(hide.toMs, now);
    for (const { kind, address } of rules) {
      if (!HIDING.has(kind)) continue;
      this.#hides.push({ about: address ?? null, fromMs: now, toMs: Number.POSITIVE_INFINITY });
    }
  }

  /** Reads the record. */
  async look(service: Gridhelm): Promise<void> {
    const ledger = await service.ledger();
    const now = Date.now();
    this.#batches = new Map();
    for (const batch of ledger) {
      const id = intentMark(batch.collectiveId, batch.body);
      this.#batches.set(id, [...(this.#batches.get(id) ?? []), batch]);
      for (const command of batch.commands) {
        this.#commands.set(command.id, command);
        if (!this.#seenAt.has(command.id)) this.#seenAt.set(command.id, now);
      }
    }
  }

  isMember(collectiveId: string, entityId: string): boolean {
    return this.#members.get(collectiveId)?.has(entityId) ?? false;
  }

  /** The batches that the service really made of a dispatch: none or one. */
  batchesOf({ collectiveId, mark }: PlannedDispatch): readonly LedgerBatch[] {
    return this.#batches.get(`${collectiveId} ${markOf(mark)}`) ?? [];
  }

  madeOf(dispatch: PlannedDispatch): readonly MadeCommand[] {
    return this.batchesOf(dispatch).flatMap(({ commands }) => commands);
  }

  statusOf(commandId: string): string | null {
    return this.#commands.get(commandId)?.status ?? null;
  }

  command(commandId: string): MadeCommand | null {
    return this.#commands.get(commandId) ?? null;
  }

  /** In how many batches of a Collective an Entity was really commanded. */
  timesCommanded(collectiveId: string, entityId: string): number {
    return [...this.#batches.values()]
      .flat()
      .filter(
        (batch) =>
          batch.collectiveId === collectiveId &&
          batch.commands.some((command) => command.entityId === entityId),
      ).length;
  }

  /** Whether a read from `fromMs` to `toMs`, in milliseconds since the epoch, must have shown a Command. */
  wasVisible(commandId: string, collectiveId: string, fromMs: number, toMs: number): boolean {
    const seenAt = this.#seenAt.get(commandId) ?? Number.POSITIVE_INFINITY;
    const isHidden = this.#hides.some(
      (hide) =>
        (hide.about === null || hide.about === collectiveId) &&
        hide.fromMs <= toMs &&
        hide.toMs >= fromMs - READ_WITHIN_MS,
    );
    return seenAt < fromMs - READ_WITHIN_MS && !isHidden;
  }
}

const FAILED = 'Failed';
const SUCCEEDED = 'Succeeded';

function rowContradictions(
  witness: Witness,
  dispatch: PlannedDispatch,
  row: BatchRow,
  outcome: string,
): string[] {
  const { collectiveId, mark } = dispatch;
  const made = witness.madeOf(dispatch).filter(({ entityId }) => entityId === row.entityId);
  const wrong: string[] = [];
  const isMember = witness.isMember(collectiveId, row.entityId);
  if (isMember && row.alsoCommanded) wrong.push('a member is called also commanded');
  if (row.evidence === 'landed' && made.length === 0) wrong.push('landed, but never made');
  if (row.commandId === null) return wrong;
  if (row.evidence === 'not-found') wrong.push('not found, although its Command is shown');
  const known = witness.command(row.commandId);
  if (known === null || known.entityId !== row.entityId || markOf(known) !== markOf(mark)) {
    return [...wrong, 'a Command that the record does not have'];
  }
  const isOwn = made.some(({ id }) => id === row.commandId);
  if (!isOwn) wrong.push(`another's Command, outcome ${outcome}`);
  for (const status of [FAILED, SUCCEEDED]) {
    if (row.status === status && known.status !== status) {
      wrong.push(`${status}, but the record says ${known.status}`);
    }
  }
  return wrong;
}

function notFoundContradictions(
  witness: Witness,
  dispatch: PlannedDispatch,
  { batch, rows }: WholeBatch,
): string[] {
  const { resolution } = batch;
  const until = instantMs(resolution?.checkedUntil ?? null);
  const finished = instantMs(resolution?.finishedAt ?? null);
  if (resolution?.state !== 'done' || until === null || finished === null) return [];
  const none = new Set(rows.flatMap((row) => (row.evidence === 'not-found' ? [row.entityId] : [])));
  return witness
    .madeOf(dispatch)
    .filter(
      ({ id, entityId }) =>
        none.has(entityId) && witness.wasVisible(id, dispatch.collectiveId, until, finished),
    )
    .map(({ id }) => `not found until ${resolution.checkedUntil ?? ''}, but ${id} could be seen`);
}

function countContradictions(witness: Witness, { batch, rows }: WholeBatch): string[] {
  const wrong: string[] = [];
  const own = rows.filter((row) => !row.alsoCommanded);
  const ids = rows.flatMap(({ commandId }) => commandId ?? []);
  if (new Set(ids).size !== ids.length) wrong.push('a Command appears twice');
  const counted = Object.values(batch.verdictCounts).reduce((sum, count) => sum + count, 0);
  if (counted > batch.memberCount) wrong.push(`${counted} counted of ${batch.memberCount}`);
  const failed = own.filter(
    ({ commandId }) => commandId !== null && witness.statusOf(commandId) === FAILED,
  ).length;
  const said = batch.verdictCounts['failed'] ?? 0;
  if (said > failed) wrong.push(`${said} failed, the record says ${failed}`);
  if (batch.outcome !== 'accepted' && batch.outcome !== 'unknown') return wrong;
  const without = own.filter(({ commandId }) => commandId === null).length;
  if (batch.unaccounted !== without) {
    wrong.push(`${batch.unaccounted} unaccounted for, but ${without} without a Command`);
  }
  return wrong;
}

/** Statements of a batch page that contradict the service's record, which is read after it. */
export function contradictions(
  witness: Witness,
  dispatch: PlannedDispatch,
  detail: WholeBatch,
): string[] {
  const { batch, rows } = detail;
  const batches = witness.batchesOf(dispatch);
  const wrong: string[] = [];
  if (batch.outcome === 'refused' && batches.length > 0) wrong.push('refused, but made');
  if (batch.outcome === 'accepted' && batches[0]?.batchId !== batch.batchId) {
    wrong.push('accepted, but not made');
  }
  const checked = rows.flatMap(({ evidence }) => evidence ?? []);
  const isDone = batch.resolution?.state === 'done';
  if (isDone && batch.resolution?.verdict === 'landed' && checked.some((it) => it !== 'landed')) {
    wrong.push('landed, but not on all');
  }
  if (isDone && batch.resolution?.verdict === 'none' && checked.some((it) => it !== 'not-found')) {
    wrong.push('not found, but found on some');
  }
  return [
    ...wrong,
    ...countContradictions(witness, detail),
    ...notFoundContradictions(witness, dispatch, detail),
    ...rows.flatMap((row) =>
      rowContradictions(witness, dispatch, row, batch.outcome).map(
        (words) => `${row.entityId} ${row.commandId ?? ''}: ${words}`,
      ),
    ),
  ];
}
