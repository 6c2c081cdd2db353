import type { Kysely } from 'kysely';
import { isoInstant } from '../../domain/instant.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { openAnchors, type Anchor, type AnchorWriter } from './anchor-file.ts';

/** Keeps the head of the audit log outside the store as well. */
export interface Anchoring {
  /** Schedules anchoring of the head. It never fails and never waits. */
  onRow(): void;
  /** Anchors what is not anchored yet, and stops. */
  stop(): Promise<void>;
}

/** Heads are anchored at most this often, in milliseconds. */
const GRAIN_MS = 1000;

interface AnchoringParts {
  db: Kysely<Store>;
  clock: Clock;
  /** The file of anchors. */
  file: string;
  /** Called with each head that was anchored, in order. */
  onAnchor: (anchor: Anchor) => void;
  /** Called when a head could not be anchored, or the store lacks the anchored one. */
  onError: (error: unknown, what: string) => void;
}

const FAILED = 'the head of the audit log could not be anchored';

/** Starts anchoring the head of the audit log: at once, and after each row. */
export function startAnchoring(parts: AnchoringParts): Anchoring {
  const { db, clock, file, onAnchor, onError } = parts;
  let opened: Promise<AnchorWriter> | null = null;
  let writing: Promise<void> | null = null;
  let callOff: (() => void) | null = null;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let behind = false;

  const hashAt = async (sequence: number) => {
    const row = await db
      .selectFrom('audit_log')
      .where('sequence', '=', sequence)
      .select('hash')
      .executeTakeFirst();
    return row?.hash ?? null;
  };

  /** Opens the file, and reports if the store differs from the last anchor. */
  const openFile = async () => {
    const writer = await openAnchors(file);
    const last = writer.last();
    if (last !== null && (await hashAt(last.sequence)) !== last.hash) {
      const message = `Row ${last.sequence}, anchored on ${last.at}, is missing or was changed.`;
      onError(new Error(message), 'the audit log does not match its anchor');
    }
    return writer;
  };

  const anchorHead = async () => {
    opened ??= openFile();
    const writer = await opened;
    const head = await db
      .selectFrom('audit_log')
      .orderBy('sequence', 'desc')
      .limit(1)
      .select(['sequence', 'hash'])
      .executeTakeFirst();
    const last = writer.last();
    if (head === undefined || (last?.sequence === head.sequence && last.hash === head.hash)) return;
    const anchor = { ...head, at: isoInstant(clock.now()) };
    await writer.add(anchor);
    onAnchor(anchor);
  };

  const write = async () => {
    callOff = null;
    behind = false;
    writtenAt = clock.now();
    try {
      await anchorHead();
    } catch (error) {
      opened = null;
      onError(error, FAILED);
    }
    writing = null;
    if (behind) schedule();
  };
  const schedule = () => {
    if (callOff !== null) return;
    const since = clock.now() - writtenAt;
    // A clock that was set back must not delay it.
    const wait = since < 0 || since >= GRAIN_MS ? 0 : GRAIN_MS - since;
    callOff = clock.after(wait, () => {
      writing = write();
    });
  };
  const onRow = () => {
    if (writing === null) schedule();
    else behind = true;
  };

  writing = write();
  return {
    onRow,
    async stop() {
      await writing;
      callOff?.();
      await write();
      callOff?.();
    },
  };
}
