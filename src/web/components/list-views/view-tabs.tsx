import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import Box from '@mui/material/Box';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../domain/format.ts';
import { PopPanel } from '../pop-panel.tsx';
import { currentTabStyle, tabStyle } from '../tab-bar.tsx';
import { useChosenInView } from '../use-chosen-in-view.ts';
import { useNarrow } from '../use-narrow.ts';
import { currentView, opening, viewSearchOf, type BuiltInView } from './current-view.ts';
import { SaveView } from './save-view.tsx';
import { useSavedViews, type ListName, type ViewSearch } from './saved-views.ts';

/** With its gap 49 px high, for which the list of Collectives keeps room. */
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

/** One line, which scrolls where it is too long. */
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
  '& > a[aria-current="true"]': currentTabStyle,
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

/** The views of a list as links, each with an address: those that every list has, then those of this browser. */
export function ViewTabs({ label, list, views, search }: ViewTabsProps) {
  const saved = useSavedViews(list);
  const narrow = useNarrow();
  const now = viewSearchOf(search);
  const current = currentView(now, views, saved);
  const at = (kind: 'saved' | 'built-in', name: string) => `${kind}-${name}`;
  const row = useChosenInView<HTMLElement>(current === null ? '' : at(current.kind, current.name));
  const isCurrent = (kind: 'saved' | 'built-in', name: string) =>
    current?.kind === kind && current.name === name;
  return (
    <Box data-full-width="" sx={BAR_STYLE}>
      <Box ref={row} component="nav" aria-label={label} sx={ROW_STYLE}>
        {views.map(({ name, search: filters, count }) => (
          <ViewLink
            key={at('built-in', name)}
            id={at('built-in', name)}
            name={name}
            count={count}
            search={opening(filters, now)}
            current={isCurrent('built-in', name)}
          />
        ))}
        {saved.map((view) => (
          <ViewLink
            key={at('saved', view.name)}
            id={at('saved', view.name)}
            name={view.name}
            search={view.search}
            current={isCurrent('saved', view.name)}
          />
        ))}
      </Box>
      <PopPanel
        label="Save view"
        text={narrow ? <BookmarkIcon sx={{ fontSize: 18 }} /> : undefined}
        icon={narrow ? undefined : <BookmarkIcon />}
      >
        <SaveView list={list} search={now} />
      </PopPanel>
    </Box>
  );
}

interface ViewLinkProps {
  id: string;
  name: string;
  count?: number | undefined;
  search: ViewSearch;
  current: boolean;
}

function ViewLink({ id, name, count, search, current }: ViewLinkProps) {
  return (
    <Link to="." search={() => search} resetScroll={false} data-tab={id} aria-current={current}>
      {name}
      {count !== undefined && <span>{formatNumber(count)}</span>}
    </Link>
  );
}
