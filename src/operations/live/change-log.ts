import { randomUUID } from 'node:crypto';
import { LIVE_TOPICS, type Changed, type LiveTopic } from '../../contract/console/live.ts';

/** Maximum number of single things of a topic that are remembered one by one. */
const MOST = 200;

/** What changed after a cursor. */
export interface ChangesSince {
  /** The cursor to ask with next. */
  cursor: string;
  changed: Changed;
  /** The cursor is not of this process, or what changed since is not known: everything may have changed. */
  all: boolean;
}

/** What changed while this process runs, as far back as pages that follow it need. */
export interface ChangeLog {
  /** @param changed null: anything may have changed */
  note(changed: Changed | null): void;
  /** @param cursor null: only returns the cursor to begin at */
  since(cursor: string | null): ChangesSince;
}

interface Noted {
  /** When any of the topic changed last, counted in notes. */
  anyAt: number;
  /** When single things changed last, the latest at the end. */
  singleAt: Map<string, number>;
}

/** Creates an empty log. Its cursors say nothing to other processes. */
export function createChangeLog(): ChangeLog {
  const log = randomUUID();
  const topics = new Map<LiveTopic, Noted>();
  let count = 0;
  let allAt = 0;

  const noteTopic = (topic: LiveTopic, ids: readonly string[] | null) => {
    const noted = topics.get(topic) ?? { anyAt: 0, singleAt: new Map<string, number>() };
    topics.set(topic, noted);
    if (ids === null) noted.anyAt = count;
    for (const id of ids ?? []) {
      noted.singleAt.delete(id);
      noted.singleAt.set(id, count);
    }
    for (const [id, at] of noted.singleAt) {
      if (noted.singleAt.size <= MOST) break;
      noted.singleAt.delete(id);
      noted.anyAt = Math.max(noted.anyAt, at);
    }
  };

  /** The number in a cursor of this log; null: it is of another. */
  const countIn = (cursor: string): number | null => {
    const [own, at = ''] = cursor.split('.');
    return own === log && /^\d{1,15}$/.test(at) ? Number(at) : null;
  };

  return {
    note(changed) {
      if (changed !== null && Object.keys(changed).length === 0) return;
      count += 1;
      if (changed === null) allAt = count;
      for (const topic of LIVE_TOPICS) {
        const ids = changed?.[topic];
        if (ids !== undefined) noteTopic(topic, ids);
      }
    },
    since(cursor) {
      const now = { cursor: `${log}.${count}`, changed: {}, all: false };
      if (cursor === null) return now;
      const from = countIn(cursor);
      if (from === null || allAt > from) return { ...now, all: true };
      const changed: Changed = {};
      for (const [topic, { anyAt, singleAt }] of topics) {
        const ids = [...singleAt].filter(([, at]) => at > from).map(([id]) => id);
        if (anyAt > from) changed[topic] = null;
        else if (ids.length > 0) changed[topic] = ids;
      }
      return { ...now, changed };
    },
  };
}
