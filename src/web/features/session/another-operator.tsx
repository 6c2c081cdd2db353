import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { BASE } from '../../api/base.ts';
import { errorText } from '../../api/errors.ts';
import { useDocumentTitle } from '../../components/page-header.tsx';
import { safeReturnTo } from './sign-in-search.ts';

interface AnotherOperatorProps {
  /** Name of the operator for whom this page was opened. */
  name: string;
  /** The server's refusal, with the name of the other one. */
  error: unknown;
}

/** Replaces the console in a tab whose session changed hands. */
export function AnotherOperator({ name, error }: AnotherOperatorProps) {
  const { title, serverMessages } = errorText(error);
  useDocumentTitle(title);
  const { pathname, search } = window.location;
  // On the way to the sign-in page the address is that one's already.
  const here = safeReturnTo(
    new URLSearchParams(search).get('returnTo') ?? pathname.slice(BASE.length) + search,
  );
  return (
    <Box component="main" sx={{ p: 3, maxWidth: 720 }}>
      <div role="alert">
        <Typography variant="h1" sx={{ mb: 1.5 }}>
          {title}
        </Typography>
        <Typography sx={{ mb: 2 }}>
          {serverMessages.join(' ')} This page was opened by {name} and has stopped. Drafts of{' '}
          {name} are kept in this tab for them.
        </Typography>
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" href={BASE + here}>
          Reload the page
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          href={`${BASE}/sign-in?${new URLSearchParams({ returnTo: here })}`}
        >
          Sign in as {name}
        </Button>
      </Box>
    </Box>
  );
}
