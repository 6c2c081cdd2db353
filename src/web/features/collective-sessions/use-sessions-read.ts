import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SessionRange } from '../../../domain/session-range.ts';
import { readSessions, type SessionsRead } from '../../api/charge-sessions.ts';
import { readMany } from './read-many.ts';

/** Entities read concurrently. */
const AT_ONCE = 4;
/** Minimum interval between renders while reading, in ms. */
const DRAW_EVERY_MS = 300;
/** How long results are kept after the page is left, in ms. */
const KEPT_MS = 60 * 60_000;

/** Results so far, by Entity. */
export type Readings = ReadonlyMap<string, SessionsRead>;

/** Reading the sessions of many Entities. */
export interface Run {
  readings: Readings;
  reading: boolean;
  /** Reads these Entities; earlier results are replaced when the answer arrives. */
  read: (ids: readonly string[]) => void;
  stop: () => void;
}

const NOTHING: Readings = new Map();

/**
 * The sessions of a Collective's Entities in a period, as far as they have been read. They are kept
 * while the console is open; leaving the page stops reading.
 */
export function useRun(collectiveId: string, range: SessionRange): Run {
  const client = useQueryClient();
  const key = ['collective-sessions', collectiveId, range.start, range.end] as const;
  const { data } = useQuery<Readings>({
    queryKey: key,
    queryFn: () => NOTHING,
    enabled: false,
    gcTime: KEPT_MS,
    staleTime: Infinity,
    structuralSharing: false,
  });
  const [reading, setReading] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(ids: readonly string[]): Promise<void> {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setReading(true);
    const all = new Map(client.getQueryData<Readings>(key));
    let drawn = Date.now();
    const draw = () => client.setQueryData<Readings>(key, new Map(all));
    const readOne = (id: string) => readSessions(id, range, mine.signal);
    try {
      await readMany(ids, AT_ONCE, mine.signal, readOne, (id, answer) => {
        all.set(id, answer);
        if (Date.now() - drawn < DRAW_EVERY_MS) return;
        drawn = Date.now();
        draw();
      });
    } finally {
      draw();
      if (running.current === mine) {
        running.current = null;
        setReading(false);
      }
    }
  }

  return {
    readings: data ?? NOTHING,
    reading,
    read: (ids) => void run(ids),
    stop: () => running.current?.abort(),
  };
}
