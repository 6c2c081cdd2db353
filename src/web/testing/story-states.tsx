import Box from '@mui/material/Box';
import {
  useQueryClient,
  type DataTag,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Role } from '../../contract/console/session.ts';
import type { ApiError } from '../api/client.ts';
import { noteQuery } from '../api/query.ts';
import { sessionQuery } from '../api/session.ts';

/** Adds data to the cache of a story. */
export type Seed = (client: QueryClient) => void;

interface Query<Data> {
  queryKey: DataTag<readonly unknown[], Data, Error>;
}

/** A read that was answered. */
export function answered<Data>({ queryKey }: Query<Data>, data: NoInfer<Data>): Seed {
  return (client) => client.setQueryData(queryKey, data);
}

/** A read that failed; after `answered` it is a refresh that failed. */
export function failed({ queryKey }: { queryKey: readonly unknown[] }, error: Error): Seed {
  return (client) => {
    const query = client.getQueryCache().build(client, { queryKey });
    query.setState({ status: 'error', error, errorUpdatedAt: Date.now() });
  };
}

/**
 * What the Service said last, a day ago.
 * @param error why it does not answer; null: it was not asked yet
 */
export function saidLast<Data>(
  asked: Query<Data>,
  data: NoInfer<Data>,
  error: ApiError | null,
  beforeChange = false,
): Seed {
  return (client) => {
    const stale = { readAt: '2026-02-28T06:10:00Z', error, beforeChange };
    const updatedAt = Date.parse(stale.readAt);
    client.setQueryData(asked.queryKey, data, { updatedAt });
    client.setQueryData(noteQuery(asked.queryKey).queryKey, { leftOut: null, stale });
    if (error !== null) failed(asked, error)(client);
  };
}

/** Pages of a list, as an infinite query holds them. */
export function pages<Page, Param>(first: Param, ...all: Page[]): InfiniteData<Page, Param> {
  return { pages: all, pageParams: all.map(() => first) };
}

/** Signs in to a story with a role. @param confirmEntities above this many, the Collective's name is typed */
export function signedInAs(role: Role, confirmEntities = 100): Seed {
  return answered(sessionQuery, {
    operator: { id: 'o1', name: 'Jonas Verbeek', role },
    signIn: { demo: [], password: true, setup: false },
    embedded: false,
    capacityUnit: 'kWh',
    confirmEntities,
  });
}

/** The seed of a file of stories: an operator is signed in, and these reads have ended. */
export function asOperator(...seeds: readonly Seed[]): Seed {
  return (client) => {
    for (const seed of [signedInAs('operator'), ...seeds]) seed(client);
  };
}

/** Renders a view that fetches, with a seeded cache. */
export function Seeded({ seeds, children }: { seeds: readonly Seed[]; children: ReactNode }) {
  const client = useQueryClient();
  useState(() => {
    for (const seed of seeds) seed(client);
  });
  return children;
}

/** One state of a view that fetches. */
export function seeded(view: ReactNode, ...seeds: readonly Seed[]) {
  return () => <Seeded seeds={seeds}>{view}</Seeded>;
}

/** A button to press, by its name; or the label of a field, and what to type. */
type Step = string | readonly [label: string, text: string];

/** The text of an element without parts that are only visual. */
function spokenText(element: Element): string {
  return [...element.childNodes]
    .map((node) => {
      if (!(node instanceof Element)) return node.textContent ?? '';
      return node.getAttribute('aria-hidden') === 'true' ? '' : spokenText(node);
    })
    .join('');
}

function isNamed(element: Element, name: string): boolean {
  return (element.getAttribute('aria-label') ?? spokenText(element).trim()) === name;
}

function press(places: readonly Element[], name: string): boolean {
  const button = places
    .flatMap((place) => [...place.querySelectorAll('button, input, summary')])
    .find((each) => isNamed(each, name));
  if (!(button instanceof HTMLElement)) return false;
  button.click();
  return true;
}

function type(places: readonly Element[], label: string, text: string): boolean {
  const field = places
    .flatMap((place) => [...place.querySelectorAll<HTMLInputElement>('input, textarea')])
    .find(({ labels }) => [...(labels ?? [])].some((each) => each.textContent?.startsWith(label)));
  if (field === undefined) return false;
  // React notices a value only if it was set with the native setter.
  Reflect.set(Object.getPrototypeOf(field), 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

/** Renders a view and takes these steps in order. */
function Pressed({ names, children }: { names: readonly Step[]; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const step = names[at];
  useEffect(() => {
    if (step === undefined) return undefined;
    let frame = 0;
    // A dialog appears slightly after the view that opens it.
    const attempt = () => {
      const dialogs = document.querySelectorAll('[role="dialog"]');
      const places = [...(box.current === null ? [] : [box.current]), ...dialogs];
      const done = typeof step === 'string' ? press(places, step) : type(places, ...step);
      if (done) setAt(at + 1);
      else frame = requestAnimationFrame(attempt);
    };
    attempt();
    return () => cancelAnimationFrame(frame);
  }, [step, at]);
  return (
    <Box
      ref={box}
      data-pressing={step === undefined ? undefined : String(step)}
      sx={{ display: 'contents' }}
    >
      {children}
    </Box>
  );
}

/** A view after these steps, for states that only they reach. */
export function pressed(view: ReactNode, ...steps: readonly Step[]) {
  return <Pressed names={steps}>{view}</Pressed>;
}
