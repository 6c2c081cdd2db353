import { ROW_HEIGHT } from '../../theme/theme.ts';

/** Style of all tables: one rule for many plain cells is cheaper than a styled component for each. */
export const cellStyles = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    height: ROW_HEIGHT,
    boxSizing: 'border-box',
    padding: '0 10px',
    textAlign: 'left',
    borderBottom: '1px solid var(--mui-palette-divider)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: '14px' },
  '& th:last-of-type, & td:last-of-type': { paddingRight: '14px' },
  '& tbody:last-child tr:last-of-type td': { borderBottom: 0 },
  // Names are read and opened most: their links look like text until hovered.
  '& tbody a': { color: 'inherit', fontWeight: 500 },
  // Above the footer: when a table enters or leaves the view, its total slides under the headings.
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    background: 'var(--mui-palette-background-paper)',
    color: 'text.secondary',
    fontWeight: 500,
    fontSize: '0.75rem',
    lineHeight: 1.25,
    height: 32,
    whiteSpace: 'normal',
    // Labels do not break inside words; a table with long words needs a minimum width.
    overflowWrap: 'normal',
    verticalAlign: 'middle',
    paddingBlock: '6px',
  },
  '& .numeric': { textAlign: 'right' },
  '& .wraps': {
    whiteSpace: 'normal',
    lineHeight: 1.35,
    paddingTop: '3px',
    paddingBottom: '3px',
  },
  '& tbody tr:hover td': { background: 'var(--mui-palette-action-hover)' },
  // Invisible: a visible one would count as layout shift when it grows.
  '& .spacer': { visibility: 'hidden' },
  '& .spacer td': { padding: 0, border: 0 },
  // The footer sticks as a whole, so that its rows do not cover each other.
  '& tfoot': { position: 'sticky', bottom: 0, zIndex: 1 },
  '& tfoot td': {
    fontWeight: 600,
    borderTop: '1px solid var(--mui-palette-text-secondary)',
    borderBottom: 0,
    background: 'var(--mui-palette-background-paper)',
  },
  // A table wider than its card keeps its first column while the rest scrolls.
  '[data-wide] & th:first-of-type, [data-wide] & td:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    background: 'var(--mui-palette-background-paper)',
    // Only while scrolled; browsers without scroll timelines show no edge.
    animation: 'table-edge linear both',
    animationTimeline: 'scroll(nearest inline)',
  },
  '[data-wide] & th:first-of-type': { zIndex: 3 },
} as const;
