import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { AppLink } from './app-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <Box component="main" sx={{ p: 3, maxWidth: 720 }}>
      <PageHeader title="Page not found" />
      <EmptyState title="Nothing is at this address.">
        <Typography variant="body2">
          The link may be mistyped or older than this console. Go to the{' '}
          <AppLink to="/collectives">Collectives</AppLink> or to the{' '}
          <AppLink to="/batches">Activity</AppLink>.
        </Typography>
      </EmptyState>
    </Box>
  );
}

/** For a page of one thing whose address holds what cannot be its id. */
export function NoSuchId() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="The address holds no id.">
        <Typography variant="body2">
          An id looks like 0d6c7b3e-91f5-4c1b-8f0e-5a1f0b7c9d22. Look at the link again, or go to
          the <AppLink to="/collectives">Collectives</AppLink> or to the{' '}
          <AppLink to="/batches">Activity</AppLink>.
        </Typography>
      </EmptyState>
    </>
  );
}
