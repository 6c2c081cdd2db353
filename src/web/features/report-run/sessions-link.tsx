import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import type { RunSearch, SessionsSearch } from './run-search.ts';

interface SessionsLinkProps {
  runId: string;
  /** The current URL state, which the link keeps. */
  search: RunSearch;
  sessions: Partial<SessionsSearch>;
  children: ReactNode;
}

/** Links to the sessions of a figure. */
export function SessionsLink({ runId, search, sessions, children }: SessionsLinkProps) {
  return (
    <AppLink
      to="/reports/$runId"
      params={{ runId }}
      search={{ ...search, ...sessions, tab: 'sessions' as const }}
      sx={{ lineHeight: '24px', display: 'inline-block' }}
    >
      {children}
    </AppLink>
  );
}
