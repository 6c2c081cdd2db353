import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';

function Missing() {
  return <Typography variant="body2">This could not be loaded. Load the page again.</Typography>;
}

/**
 * What a pop-up panel holds, loaded when it is first opened; its first control has the focus then.
 * @param load the code of the panel; a failure is said in its place
 */
export function lazyPanel<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
): (props: Props) => ReactNode {
  const Panel = lazy<(props: Props) => ReactNode>(async () => {
    try {
      const Loaded = await load();
      return { default: (props: Props) => <Focused>{<Loaded {...props} />}</Focused> };
    } catch {
      return { default: Missing };
    }
  });
  return (props) => (
    <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
      <Panel {...props} />
    </Suspense>
  );
}

/** The panel looked for a control when it was opened, and found none yet. */
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
