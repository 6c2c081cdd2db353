import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ListSearch } from './directory-search.ts';
import { ReadingOff } from './reading-off.tsx';

export interface ColumnsPanelProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** All columns in their order; the first one is always shown. */
  columns: readonly { key: string; header: string }[];
  shown: readonly string[];
}

const plainLabel = { display: 'flex', gap: 1, alignItems: 'center', minHeight: 28 } as const;

/** Which columns a list shows, and how high its rows are. */
export function ColumnsPanel({ search, onSearch, columns, shown }: ColumnsPanelProps) {
  const [first] = columns;
  return (
    <>
      <Box sx={{ fontSize: '0.8125rem' }}>
        <ReadingOff />
      </Box>
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
