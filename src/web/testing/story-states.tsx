import Box from '@mui/material/Box';
import {
  useQueryClient,
  type DataTag,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Role } from '../../contract/console/session.ts';
import { sessionQuery } from '../api/session.ts';

/** Puts something into the cache of a story. */
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

/** Pages of a list, as an infinite query holds them. */
export function pages<Page, Param>(first: Param, ...all: Page[]): InfiniteData<Page, Param> {
  return { pages: all, pageParams: all.map(() => first) };
}

/** Who looks at a story. */
export function signedInAs(role: Role): Seed {
  return answered(sessionQuery, {
    operator: { id: 'o1', name: 'Jonas Verbeek', role },
    signIn: { demo: [], password: true, setup: false },
    embedded: false,
    capacityUnit: 'kWh',
    confirmEntities: 100,
  });
}

/** The seed of a file of stories: an operator looks, and these reads have ended. */
export function asOperator(...seeds: readonly Seed[]): Seed {
  return (client) => {
    for (const seed of [signedInAs('operator'), ...seeds]) seed(client);
  };
}

/** Draws a view with what it reads by itself. */
export function Seeded({ seeds, children }: { seeds: readonly Seed[]; children: ReactNode }) {
  const client = useQueryClient();
  useState(() => {
    for (const seed of seeds) seed(client);
  });
  return children;
}

/** One state of a view that reads by itself. */
export function seeded(view: ReactNode, ...seeds: readonly Seed[]) {
  return () => <Seeded seeds={seeds}>{view}</Seeded>;
}

function namesOf(button: Element): (string | null)[] {
  return [button.getAttribute('aria-label'), button.textContent];
}

/** Draws a view and presses these buttons, one after the other. */
export function Pressed({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const name = names[at];
  useEffect(() => {
    if (name === undefined) return undefined;
    let frame = 0;
    // A dialog is drawn a moment after the view that opens it.
    const press = () => {
      const dialogs = document.querySelectorAll('[role="dialog"]');
      const button = [...(box.current === null ? [] : [box.current]), ...dialogs]
        .flatMap((place) => [...place.querySelectorAll('button, input')])
        .find((each) => namesOf(each).includes(name));
      if (button instanceof HTMLElement) {
        button.click();
        setAt(at + 1);
      } else {
        frame = requestAnimationFrame(press);
      }
    };
    press();
    return () => cancelAnimationFrame(frame);
  }, [name, at]);
  return (
    <Box ref={box} data-pressing={name} sx={{ display: 'contents' }}>
      {children}
    </Box>
  );
}

/** A view after these buttons were pressed, one after the other: what it shows only then. */
export function pressed(view: ReactNode, ...names: readonly string[]) {
  return <Pressed names={names}>{view}</Pressed>;
}
