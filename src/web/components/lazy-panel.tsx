import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { createElement, Suspense, use, useEffect, useRef, useState, type ReactNode } from 'react';

function Missing() {
  return <Typography variant="body2">This could not be loaded. Load the page again.</Typography>;
}

type Part<Props> = (props: Props) => ReactNode;

interface LazyPanel<Props> extends Part<Props> {
  /** Starts loading the code, so that it is ready when the panel opens. */
  preload: () => Promise<unknown>;
}

/**
 * The content of a pop-up panel, loaded when it opens or before; its first control then gets the focus.
 * @param load the code of the panel; on failure the panel shows an error
 */
export function lazyPanel<Props extends object>(
  load: () => Promise<Part<Props>>,
): LazyPanel<Props> {
  let loaded: Part<Props> | null = null;
  let loading: Promise<Part<Props>> | null = null;
  const read = async (): Promise<Part<Props>> => {
    try {
      loaded = await load();
    } catch {
      loaded = Missing;
    }
    return loaded;
  };
  const preload = () => (loading ??= read());
  const Waiting: Part<Props> = (props) => <Focused>{createElement(use(preload()), props)}</Focused>;
  const Lazy: Part<Props> = (props) => {
    // Decided once: a render that calls `use` must call it each time, and a panel keeps its state.
    const [ready] = useState(() => loaded);
    // Loaded code is drawn at once, so that the focus moves at once.
    if (ready !== null) return <Focused>{createElement(ready, props)}</Focused>;
    return (
      <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
        <Waiting {...props} />
      </Suspense>
    );
  };
  return Object.assign(Lazy, { preload });
}

/** When the panel opened it looked for a control to focus, and may have found none yet. */
function Focused({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current?.contains(document.activeElement) !== false) return;
    root.current.querySelector<HTMLElement>('button, input, select, a')?.focus();
  }, []);
  return (
    <div ref={root} style={{ display: 'grid', gap: 6, minWidth: 0 }}>
      {children}
    </div>
  );
}
