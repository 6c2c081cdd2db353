import {
  useQueryClient,
  type InferDataFromTag,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Role, SessionAnswer } from '../../contract/console/session.ts';
import { sessionQuery } from '../api/session.ts';

/** Puts one answer into the cache of a state. */
export type Seed = (client: QueryClient) => void;

interface Keyed<Key extends QueryKey> {
  queryKey: Key;
}

/** A query that was answered. */
export function read<Key extends QueryKey>(
  { queryKey }: Keyed<Key>,
  data: InferDataFromTag<unknown, Key>,
): Seed {
  return (client) => client.setQueryData(queryKey, data);
}

/** A query that failed; with a `read` before it, its refresh failed and the old data is kept. */
export function failed({ queryKey }: Keyed<QueryKey>, error: Error): Seed {
  return (client) =>
    client
      .getQueryCache()
      .build(client, { queryKey })
      .setState({ error, status: 'error', errorUpdatedAt: Date.now(), fetchStatus: 'idle' });
}

/** Pages of a list, as an infinite query holds them. */
export function pages<Page, Param>(
  first: Param,
  ...all: readonly Page[]
): InfiniteData<Page, Param> {
  return { pages: [...all], pageParams: all.map(() => first) };
}

/** Who is signed in. */
export function signedIn(role: Role, change: Partial<SessionAnswer> = {}): Seed {
  return read(sessionQuery, {
    operator: { id: 'o1', name: 'Marieke de Wit', role },
    signIn: { demo: [], password: true, setup: false },
    embedded: true,
    ...change,
  });
}

/** Draws a view with what it reads by itself. */
export function Seeded({ seeds, children }: { seeds: readonly Seed[]; children: ReactNode }) {
  const client = useQueryClient();
  useState(() => {
    for (const seed of seeds) seed(client);
  });
  return children;
}

/** Draws a view and presses its buttons in turn, for states that only a press leads to. */
export function Pressed({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const left = [...names];
    const press = () => {
      const own = root.current?.querySelectorAll('button') ?? [];
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')];
      const next = [...own, ...buttons].find(
        (button) => !button.disabled && (button.ariaLabel ?? button.textContent).trim() === left[0],
      );
      if (next === undefined) return;
      left.shift();
      next.click();
    };
    const observer = new MutationObserver(press);
    observer.observe(document.body, { childList: true, subtree: true });
    press();
    return () => observer.disconnect();
  }, [names]);
  return <div ref={root}>{children}</div>;
}
