import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState, type ChangeEvent } from 'react';
import { Live } from '../../components/live.tsx';
import { NO_FILTERS, type ListSearch } from './directory-search.ts';
import { deleteView, saveView, useSavedViews, type ListName } from './saved-views.ts';

export interface ListOptionsProps {
  list: ListName;
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** All columns in their order; the first one is always shown. */
  columns: readonly { key: string; header: string }[];
  shown: readonly string[];
}

const plainLabel = { display: 'flex', gap: 1, alignItems: 'center', minHeight: 28 } as const;

/** Which columns a list shows, and how high its rows are. */
export function ColumnsPanel({ search, onSearch, columns, shown }: ListOptionsProps) {
  const [first] = columns;
  return (
    <>
      {columns.map(({ key, header }) => (
        <Box key={key} component="label" sx={plainLabel}>
          <input
            type="checkbox"
            checked={shown.includes(key)}
            disabled={key === first?.key}
            onChange={(event) => {
              const keys = event.target.checked
                ? [...shown, key]
                : shown.filter((each) => each !== key);
              onSearch({ cols: keys.join(',') });
            }}
          />
          {header}
        </Box>
      ))}
      <Box component="label" sx={{ ...plainLabel, borderTop: 1, borderColor: 'divider', pt: 0.75 }}>
        <input
          type="checkbox"
          checked={search.rows === 'roomy'}
          onChange={(event) => onSearch({ rows: event.target.checked ? 'roomy' : undefined })}
        />
        Tall rows
      </Box>
      <Button
        color="inherit"
        size="small"
        onClick={() => onSearch({ cols: undefined, rows: undefined })}
      >
        Reset
      </Button>
    </>
  );
}

/** Opening a view clears everything that it does not set. */
const EMPTY: Record<keyof ListSearch, undefined> = {
  ...NO_FILTERS,
  sort: undefined,
  order: undefined,
  cols: undefined,
  rows: undefined,
};

/** The saved views of a list, and a form for one more. */
export function ViewsPanel({ list, search, onSearch }: ListOptionsProps) {
  const views = useSavedViews(list);
  const [name, setName] = useState('');
  const [message, setMessage] = useState('');
  return (
    <>
      {views.length === 0 && (
        <Box sx={{ color: 'text.secondary' }}>
          No views yet. A view saves the filters, order and columns of this list in this browser. To
          share them, send the address of the page.
        </Box>
      )}
      {views.map((view) => (
        <Box key={view.name} sx={{ display: 'flex', gap: 0.5 }}>
          <Button
            color="inherit"
            sx={{ flex: 1, justifyContent: 'flex-start', fontWeight: 500 }}
            data-closes=""
            onClick={() => onSearch({ ...EMPTY, ...view.search })}
          >
            {view.name}
          </Button>
          <IconButton
            aria-label={`Delete the view ${view.name}`}
            onClick={() => deleteView(list, view.name)}
          >
            <DeleteIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
      ))}
      <Box
        component="form"
        sx={{ display: 'grid', gap: 0.75, borderTop: 1, borderColor: 'divider', pt: 0.75 }}
        onSubmit={(event) => {
          event.preventDefault();
          const kept = name.trim() !== '' && saveView(list, { name: name.trim(), search });
          setMessage(
            kept ? `Saved as “${name.trim()}”.` : 'Not saved: it needs a name and storage.',
          );
          if (kept) setName('');
        }}
      >
        <Box component="label" sx={{ display: 'grid', gap: 0.5, fontWeight: 600 }}>
          Save this view as
          <Box
            component="input"
            maxLength={60}
            value={name}
            onChange={(event: ChangeEvent<HTMLInputElement>) => setName(event.target.value)}
            sx={{
              font: 'inherit',
              fontWeight: 400,
              height: 32,
              px: 1,
              color: 'text.primary',
              bgcolor: 'background.default',
              border: 1,
              borderColor: 'text.secondary',
              borderRadius: 1,
            }}
          />
        </Box>
        <Button type="submit" variant="outlined" color="inherit">
          Save this view
        </Button>
        <Live>{message}</Live>
      </Box>
    </>
  );
}
