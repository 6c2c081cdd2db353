import Box from '@mui/material/Box';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { ErrorPanel } from './error-panel.tsx';
import { PageHeader } from './page-header.tsx';

/** What is shown instead of a page that failed; the rest of the console goes on. */
export function PageCrash({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Box sx={{ p: 2 }}>
      <PageHeader title="This page could not be shown" />
      <ErrorPanel
        what="The page stopped"
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Box>
  );
}
