import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { CutTip } from '../../components/hint.tsx';
import type { RunSearch, SessionsSearch } from './run-search.ts';

interface SessionsLinkProps {
  runId: string;
  /** The current URL state, which the link keeps. */
  search: RunSearch;
  sessions: Partial<SessionsSearch>;
  /** The widest it may be, in CSS; absent: as what is around it. */
  maxWidth?: string | undefined;
  children: ReactNode;
}

/** Links to the sessions of a figure; a long text is cut with an ellipsis and is then its own hint. */
export function SessionsLink(props: SessionsLinkProps) {
  const { runId, search, sessions, maxWidth = '100%', children } = props;
  return (
    <CutTip>
      <AppLink
        to="/reports/$runId"
        params={{ runId }}
        search={{ ...search, ...sessions, tab: 'sessions' as const }}
        sx={{
          lineHeight: '24px',
          display: 'inline-block',
          // A box in a line is not cut by the ellipsis of its cell.
          maxWidth,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          verticalAlign: 'middle',
        }}
      >
        {children}
      </AppLink>
    </CutTip>
  );
}
