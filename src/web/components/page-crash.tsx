import Box from '@mui/material/Box';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { CODE_MISSING, reloadIfReachable } from '../api/page-code.ts';
import { ErrorPanel } from './error-panel.tsx';
import { PageHeader } from './page-header.tsx';

/** What is shown instead of a page that failed; the rest of the console goes on. */
export function PageCrash({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof Error && error.message === CODE_MISSING) {
    return (
      <>
        <PageHeader title="This page could not be shown" />
        <ErrorPanel what="Not loaded" error={error} onRetry={() => void reloadIfReachable()} />
      </>
    );
  }
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <ErrorPanel
        what="The page stopped"
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </>
  );
}

/** The same where not even the frame can be shown, such as when the session cannot be read. */
export function FrameCrash(props: ErrorComponentProps) {
  return (
    <Box component="main" sx={{ p: 3, maxWidth: 720 }}>
      <PageCrash {...props} />
    </Box>
  );
}
