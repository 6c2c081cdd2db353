import Typography from '@mui/material/Typography';
import { TextLink } from './app-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';

/** For an unknown address. */
export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="There is no page at this address.">
        <Typography variant="body2">
          The link may be mistyped or older than this console. Go to the{' '}
          <TextLink to="/">Overview</TextLink>.
        </Typography>
      </EmptyState>
    </>
  );
}

/** For a page of one item whose address has no valid id. */
export function NoSuchId() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="The address has no valid id.">
        <Typography variant="body2">
          Ids look like 0d6c7b3e-91f5-4c1b-8f0e-5a1f0b7c9d22. Check the link, or go to the{' '}
          <TextLink to="/">Overview</TextLink>.
        </Typography>
      </EmptyState>
    </>
  );
}
