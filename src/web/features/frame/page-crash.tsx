import Box from '@mui/material/Box';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  CODE_MISSING,
  MissingCode,
  reloadIfReachable,
  reloadWhenBack,
  whyMissing,
  type MissingCause,
} from '../../api/missing-code.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RowsSkeleton } from '../../components/read.tsx';

/** Replaces a page that failed; the rest of the console keeps working. */
export function PageCrash({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  // `error` is whatever was thrown.
  if (error instanceof Error && error.message === CODE_MISSING) return <PageWithoutCode />;
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <ErrorPanel what="The page stopped" error={error} onRetry={again} />
    </>
  );
}

/** A page whose code could not be loaded: shows why, and opens once the server is back. */
function PageWithoutCode() {
  const [reason, setReason] = useState<MissingCause | null>(null);
  useEffect(() => {
    let left = false;
    void whyMissing().then((found) => (left ? undefined : setReason(found)));
    return () => {
      left = true;
    };
  }, []);
  useEffect(() => (reason === 'away' ? reloadWhenBack() : undefined), [reason]);
  return (
    <>
      <PageHeader title="This page could not be opened" />
      {reason === null ? <RowsSkeleton what="the page" /> : <CodePanel reason={reason} />}
    </>
  );
}

/** The panel of a page without its code. */
export function CodePanel({ reason }: { reason: MissingCause }) {
  const [retrying, setRetrying] = useState(false);
  return (
    <ErrorPanel
      what="The page did not open"
      error={new MissingCode(reason)}
      retrying={retrying}
      onRetry={() => {
        setRetrying(true);
        void reloadIfReachable().finally(() => setRetrying(false));
      }}
    />
  );
}

/** The same if the frame itself cannot be shown, for example if the session cannot be read. */
export function FrameCrash(props: ErrorComponentProps) {
  return (
    <Box component="main" sx={{ p: 3, maxWidth: 720 }}>
      <PageCrash {...props} />
    </Box>
  );
}
