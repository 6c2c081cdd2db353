import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';

interface SortHeaderProps {
  children: ReactNode;
  /** The current order of the table by this column, or undefined. */
  sorted: 'ascending' | 'descending' | undefined;
  onSort: () => void;
}

/** The header of a sortable column; the header cell itself announces the order. */
export function SortHeader({ children, sorted, onSort }: SortHeaderProps) {
  const Icon = sorted === 'descending' ? ArrowDownwardIcon : ArrowUpwardIcon;
  return (
    <ButtonBase
      onClick={onSort}
      sx={{
        font: 'inherit',
        color: sorted === undefined ? 'inherit' : 'text.primary',
        minHeight: 24,
        gap: 0.25,
        textAlign: 'left',
        // Above numbers the arrow is before the label, which is right-aligned with them.
        '.numeric &': { flexDirection: 'row-reverse', textAlign: 'right' },
        '& svg': { fontSize: 13, opacity: sorted === undefined ? 0 : 1 },
        '&:hover svg, &:focus-visible svg': { opacity: 1 },
      }}
    >
      {children}
      <Icon />
    </ButtonBase>
  );
}
