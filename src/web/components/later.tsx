import Alert from '@mui/material/Alert';
import { createElement, useEffect, useState, type ComponentType } from 'react';

/** When parts are fetched before anything asks for them, in ms after their page: the server may be away by then. */
const QUIET_MS = 3000;
/** How often a part that could not be fetched is tried again, in ms. */
const AGAIN_MS = 4000;

/**
 * A component whose code is fetched soon after its page, or when it is first shown: a dialog that few visits
 * open. While it cannot be fetched, the page stays and says so.
 *
 * @param load imports it
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let part: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    part = await load();
  };
  if (import.meta.env.PROD) setTimeout(() => void fetchPart().catch(() => {}), QUIET_MS);

  return function Later(props: Props) {
    const [state, setState] = useState<'waiting' | 'failed' | 'fetched'>('waiting');
    useEffect(() => {
      if (part !== null) return undefined;
      let timer: ReturnType<typeof setTimeout>;
      let isShown = true;
      const attempt = async () => {
        const outcome = await fetchPart().then(
          () => 'fetched' as const,
          () => 'failed' as const,
        );
        if (!isShown) return;
        setState(outcome);
        if (outcome === 'failed') timer = setTimeout(() => void attempt(), AGAIN_MS);
      };
      void attempt();
      return () => {
        isShown = false;
        clearTimeout(timer);
      };
    }, []);
    if (part !== null) return createElement(part, props);
    return state === 'failed' ? <NotFetched /> : null;
  };
}

/** Over the page, which keeps what was typed; a newer version has other files, which only a reload fetches. */
function NotFetched() {
  return (
    <Alert
      severity="error"
      sx={{
        position: 'fixed',
        bottom: 72,
        left: 16,
        right: 16,
        mx: 'auto',
        maxWidth: 560,
        zIndex: 1400,
      }}
    >
      This could not be loaded. It opens once the server answers; after an upgrade it needs a
      reload.
    </Alert>
  );
}
