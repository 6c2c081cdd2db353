import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { use, useLayoutEffect, useRef, type ReactNode, createContext, useEffect } from 'react';
import { AreaTabs } from './area-tabs.tsx';

interface PageHeaderProps {
  /** The page's one h1. */
  title: string;
  /** The document's title if it has more than the h1. */
  documentTitle?: string;
  /** Shown before the title, such as the icon of a type. */
  icon?: ReactNode;
  /** Shown above the title, such as breadcrumbs. */
  above?: ReactNode;
  /** Facts under the title. */
  children?: ReactNode;
  /** How fresh the page is: its one {@link AsOf}, or the place of that of its tab. */
  fresh?: ReactNode;
  /** At most one primary and one secondary button, then a `MoreMenu` for the rest. */
  actions?: ReactNode;
}

/** A longer title may be cut after two lines, in characters; then a hint has all of it. */
const LONG_TITLE = 60;

/** Whether a focused title was removed and none has replaced it yet. */
let focusLeft = false;

/** A loaded page replaces its placeholder: its title takes over the focus, so that it is not lost. */
function handOver(heading: HTMLElement | null): () => void {
  if (focusLeft && document.activeElement === document.body)
    heading?.focus({ preventScroll: true });
  focusLeft = false;
  return () => {
    focusLeft = heading !== null && heading === document.activeElement;
  };
}

/**
 * Title, freshness and actions of a page, one line of facts, and the tabs beside it; the title takes the focus
 * after navigation.
 */
export function PageHeader(props: PageHeaderProps) {
  const { title, documentTitle, icon, above, children, fresh, actions } = props;
  useDocumentTitle(documentTitle ?? title);
  const heading = useRef<HTMLHeadingElement>(null);
  const ofEveryPage = use(HeadActions);
  useLayoutEffect(() => handOver(heading.current), []);
  return (
    <>
      <Box
        component="header"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1.5 }}
      >
        {above !== undefined && (
          <Typography
            variant="body2"
            component="div"
            color="textSecondary"
            sx={{ flexBasis: '100%', mb: -1.5 }}
          >
            {above}
          </Typography>
        )}
        <Box sx={{ flex: { xs: '1 1 200px', sm: '1 1 260px' }, minWidth: 0 }}>
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 1.25,
              // Reserves the height of the freshness, which appears later.
              minHeight: fresh === undefined ? undefined : 31,
            }}
          >
            {icon}
            <Tooltip title={title.length > LONG_TITLE ? title : ''}>
              <Typography
                ref={heading}
                variant="h1"
                tabIndex={-1}
                sx={{
                  minWidth: 0,
                  overflowWrap: 'anywhere',
                  overflow: 'hidden',
                  display: '-webkit-box',
                  WebkitBoxOrient: 'vertical',
                  WebkitLineClamp: 2,
                }}
              >
                {title}
              </Typography>
            </Tooltip>
            {fresh}
          </Box>
          {children !== undefined && (
            <Typography
              variant="body2"
              component="div"
              color="textSecondary"
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 2,
                rowGap: 0.25,
                mt: 0.5,
              }}
            >
              {children}
            </Typography>
          )}
        </Box>
        {actions !== undefined && (
          <Box
            sx={{
              display: 'flex',
              gap: 1,
              alignItems: 'center',
              flexWrap: 'wrap',
              // On a phone they go below the title if they are long.
              order: { xs: 1, sm: 0 },
            }}
          >
            {actions}
          </Box>
        )}
        {ofEveryPage}
      </Box>
      <AreaTabs />
    </>
  );
}

/** What the head of every page offers beside its own actions. Provided by the frame of the console. */
export const HeadActions = createContext<ReactNode>(null);

/** Sets the document's title while the page is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Gridhelm`;
  }, [title]);
}
