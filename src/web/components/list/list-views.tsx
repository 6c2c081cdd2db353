import { zodResolver } from '@hookform/resolvers/zod';
import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { formatNumber } from '../../../domain/format.ts';
import { FormText } from '../form.tsx';
import { currentTabStyle, tabStyle } from '../area-tabs.tsx';
import { Live } from '../live.tsx';
import { PopPanel } from '../pop-panel.tsx';
import { useChosenInView } from '../use-chosen-in-view.ts';
import { useNarrow } from '../use-narrow.ts';
import {
  isSame,
  opening,
  SavedView,
  savedViews,
  storeViews,
  viewSearchOf,
  withView,
  type ListName,
  type ViewSearch,
} from './saved-views.ts';

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
      <PopPanel
        label="Save view"
        text={narrow ? <BookmarkIcon sx={{ fontSize: 18 }} /> : undefined}
        icon={narrow ? undefined : <BookmarkIcon />}
      >
        <SaveView views={saved} search={now} onViews={store} />
      </PopPanel>
    </Box>
  );
}

const Named = SavedView.pick({ name: true });

interface SaveViewProps {
  views: readonly SavedView[];
  search: ViewSearch;
  /** Stores the views. @returns false if this browser stores nothing */
  onViews: (views: readonly SavedView[]) => boolean;
}

/** Saves the current list as a named view, and deletes saved ones. */
function SaveView({ views, search, onViews }: SaveViewProps) {
  const [message, setMessage] = useState('');
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(Named),
    defaultValues: { name: '' },
  });
  const save = handleSubmit(({ name }) =>
    setMessage(
      onViews(withView(views, { name, search }))
        ? `Saved as “${name}”.`
        : 'Not saved: this browser stores nothing.',
    ),
  );
  return (
    <>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void save(event)}
        sx={{ display: 'grid', gap: 0.75 }}
      >
        <FormText
          control={control}
          name="name"
          label="Save this view as"
          maxLength={60}
          wrong="Enter a name."
        />
        <Button type="submit" variant="outlined" color="inherit">
          Save this view
        </Button>
        <Live>{message}</Live>
      </Box>
      {views.map(({ name }) => (
        <Box key={name} sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            {name}
          </Box>
          <IconButton
            aria-label={`Delete the view ${name}`}
            onClick={() => onViews(views.filter((view) => view.name !== name))}
          >
            <DeleteIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
      ))}
      <Box sx={{ color: 'text.secondary' }}>
        A view keeps filters, order and columns in this browser. To share it, send the address of
        the page.
      </Box>
    </>
  );
}
