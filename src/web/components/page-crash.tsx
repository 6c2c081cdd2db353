import Box from '@mui/material/Box';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { ErrorPanel } from './error-panel.tsx';
import { PageHeader } from './page-header.tsx';

interface PageCrashProps extends ErrorComponentProps {
  /** What trying again does, if rendering the page again is not enough. */
  onRetry?: () => void;
}

/** Replaces a page that failed; the rest of the console keeps working. */
export function PageCrash({ error, reset, onRetry }: PageCrashProps) {
  const router = useRouter();
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <ErrorPanel
        what="The page stopped"
        error={error}
        onRetry={
          onRetry ??
          (() => {
            reset();
            void router.invalidate();
          })
        }
      />
    </>
  );
}

/** The same if not even the frame can be shown, such as when the session cannot be read. */
export function FrameCrash(props: ErrorComponentProps) {
  return (
    <Box component="main" sx={{ p: 3, maxWidth: 720 }}>
      <PageCrash {...props} />
    </Box>
  );
}
