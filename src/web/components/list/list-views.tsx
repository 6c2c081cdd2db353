import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../../domain/format.ts';
import { linkTabs } from '../area-tabs.tsx';
import { later } from '../later.tsx';
import { useChosenInView } from '../use-chosen-in-view.ts';
import { useNarrow } from '../use-narrow.ts';
import {
  isSame,
  opening,
  savedViews,
  storeViews,
  type SavedView,
  viewSearchOf,
  type ListName,
  type ViewSearch,
} from './saved-views.ts';

const SaveViewDialog = later(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog);

const ROW_STYLE = {
  ...linkTabs,
  flex: 1,
  minWidth: 0,
  scrollbarWidth: 'none',
  '& span': { ml: 0.75, fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' },
} as const;

interface ListViewsProps {
  /** Accessible name: "Views of the Entities". */
  label: string;
  list: ListName;
  /** The built-in views with their filters. */
  views: readonly { name: string; search: ViewSearch }[];
  /** The number of rows that a built-in view shows; undefined: not known. */
  countOf?: (search: ViewSearch) => number | undefined;
  /** The address of the list. */
  search: object;
}

/** The views of a list as links: the built-in ones that show something, then those saved in this browser. */
export function ListViews({ label, list, views, countOf, search }: ListViewsProps) {
  const [saved, setSaved] = useState(() => savedViews(list));
  const [isSaving, setSaving] = useState(false);
  const narrow = useNarrow();
  const now = viewSearchOf(search);
  const builtIn = views.map((view) => ({
    id: view.name,
    name: view.name,
    search: opening(view.search, now),
    count: countOf?.(view.search),
  }));
  const tabs = [
    ...builtIn.filter(({ count, search: opens }) => count !== 0 || isSame(opens, now)),
    ...saved.map((view) => ({ ...view, id: `own ${view.name}`, count: undefined })),
  ];
  const row = useChosenInView<HTMLElement>(
    tabs.findLast((tab) => isSame(tab.search, now))?.id ?? '',
  );
  const store = (next: readonly SavedView[]) => {
    const isStored = storeViews(list, next);
    if (isStored) setSaved(next);
    return isStored;
  };
  return (
    <Box
      data-full-width=""
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: 37,
        borderBottom: 1,
        borderColor: 'divider',
        mb: 1.5,
        displayPrint: 'none',
      }}
    >
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
      <Button
        variant="outlined"
        color="inherit"
        startIcon={narrow ? undefined : <BookmarkIcon />}
        aria-label="Save view"
        onClick={() => setSaving(true)}
        sx={{ minWidth: 32 }}
      >
        {narrow ? <BookmarkIcon sx={{ fontSize: 18 }} /> : 'Save view'}
      </Button>
      {isSaving && (
        <SaveViewDialog
          views={saved}
          search={now}
          onViews={store}
          onClose={() => setSaving(false)}
        />
      )}
    </Box>
  );
}
