import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../api/errors.ts';
import { offboardingKeys, requestOffboarding } from '../../api/offboarding.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { keepRun, keptRun, withItem, type RunItem } from './run.ts';

/** A run of requests, one after the other. */
export interface Run {
  items: readonly RunItem[];
  running: boolean;
  /** Begins with the waiting items of a new run. */
  start: (items: RunItem[]) => void;
  /** Ends after the request that is on its way. */
  stop: () => void;
  /** Goes on with what still waits. */
  resume: () => void;
  /** Forgets the run. */
  clear: () => void;
}

function wordsOf(error: unknown): string {
  const { title, serverWords } = errorText(error);
  return serverWords.length === 0 ? title : serverWords.join(' ');
}

/** Asks for each Entity of a run once; nothing that was sent is sent again. */
export function useRun(): Run {
  const client = useQueryClient();
  const [items, setItems] = useState<readonly RunItem[]>(keptRun);
  const [running, setRunning] = useState(false);
  const wanted = useRef(false);
  const latest = useRef(items);

  const put = useCallback((next: readonly RunItem[]): void => {
    latest.current = next;
    keepRun(next);
    setItems(next);
  }, []);

  const go = useCallback(async (): Promise<void> => {
    if (wanted.current) return;
    wanted.current = true;
    setRunning(true);
    const isWanted = (): boolean => wanted.current;
    for (;;) {
      const next = latest.current.find(({ state }) => state === 'waiting');
      if (next === undefined || !isWanted()) break;
      const { entityId } = next;
      put(withItem(latest.current, entityId, { state: 'sending' }));
      try {
        const request = await requestOffboarding(entityId);
        put(withItem(latest.current, entityId, { state: 'created', requestId: request.id }));
      } catch (error) {
        const state = mayBeDone(error) ? 'unknown' : 'refused';
        put(withItem(latest.current, entityId, { state, words: wordsOf(error) }));
      }
    }
    wanted.current = false;
    setRunning(false);
    await client.invalidateQueries({ queryKey: offboardingKeys.list });
  }, [client, put]);

  // Leaving the page ends the run after the request that is on its way.
  useEffect(
    () => () => {
      wanted.current = false;
    },
    [],
  );

  return {
    items,
    running,
    start: (next) => {
      put(next);
      void go();
    },
    stop: () => {
      wanted.current = false;
    },
    resume: () => void go(),
    clear: () => put([]),
  };
}
