import Typography from '@mui/material/Typography';
import { TextLink } from './app-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';

function NoPage({ title, advice }: { title: string; advice: string }) {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title={title}>
        <Typography variant="body2">
          {advice} to the <TextLink to="/">Overview</TextLink>.
        </Typography>
      </EmptyState>
    </>
  );
}

/** For an unknown address. */
export const NotFound = () => (
  <NoPage
    title="There is no page at this address."
    advice="The link may be mistyped or older than this console. Go"
  />
);

/** For a page of one item whose address has no valid id. */
export const NoSuchId = () => (
  <NoPage
    title="The address has no valid id."
    advice="Ids look like 0d6c7b3e-91f5-4c1b-8f0e-5a1f0b7c9d22. Check the link, or go"
  />
);
