import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formatNumber } from '../../../domain/format.ts';
import { PopPanel } from '../pop-panel.tsx';
import { currentTabStyle, tabStyle } from '../area-tabs.tsx';
import { useChosenInView } from '../use-chosen-in-view.ts';
import { useNarrow } from '../use-narrow.ts';
import { isSame, opening, viewSearchOf, type BuiltInView } from './view-search.ts';
import { useSavedViews, type ListName } from './saved-views.ts';

// Forms are not part of the lists' first load.
const SaveView = lazy(async () => {
  const { SaveView: loaded } = await import('./save-view.tsx');
  return { default: loaded };
});

/** 49 px high including its gap, which the list of Collectives reserves. */
const BAR_STYLE = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  height: 37,
  borderBottom: 1,
  borderColor: 'divider',
  mb: 1.5,
  displayPrint: 'none',
} as const;

/** One line, which scrolls if it is too long. */
const ROW_STYLE = {
  display: 'flex',
  flex: 1,
  minWidth: 0,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > a': {
    ...tabStyle,
    display: 'inline-flex',
    alignItems: 'center',
    flex: 'none',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
  },
  '& > a[aria-current="page"]': currentTabStyle,
  '& span': { ml: 0.75, fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' },
} as const;

interface ViewTabsProps {
  /** Accessible name: "Views of the Entities". */
  label: string;
  list: ListName;
  views: readonly BuiltInView[];
  /** The address of the list. */
  search: object;
}

/** The views of a list as links: the built-in ones, then those saved in this browser. */
export function ViewTabs({ label, list, views, search }: ViewTabsProps) {
  const saved = useSavedViews(list);
  const narrow = useNarrow();
  const now = viewSearchOf(search);
  const tabs = [
    ...views.map((view) => ({ ...view, id: view.name, search: opening(view.search, now) })),
    ...saved.map((view) => ({ ...view, id: `own ${view.name}`, count: undefined })),
  ];
  const row = useChosenInView<HTMLElement>(
    tabs.findLast((tab) => isSame(tab.search, now))?.id ?? '',
  );
  return (
    <Box data-full-width="" sx={BAR_STYLE}>
      <Box ref={row} component="nav" aria-label={label} sx={ROW_STYLE}>
        {tabs.map(({ id, name, count, search: opens }) => (
          <Link
            key={id}
            to="."
            search={() => opens}
            // Only an exact match marks the link as current.
            activeOptions={{ exact: true }}
            resetScroll={false}
            data-tab={id}
          >
            {name}
            {count !== undefined && <span>{formatNumber(count)}</span>}
          </Link>
        ))}
      </Box>
      <PopPanel
        label="Save view"
        text={narrow ? <BookmarkIcon sx={{ fontSize: 18 }} /> : undefined}
        icon={narrow ? undefined : <BookmarkIcon />}
      >
        <Suspense fallback={<Skeleton variant="rounded" height={88} />}>
          <SaveView list={list} search={now} />
        </Suspense>
      </PopPanel>
    </Box>
  );
}
