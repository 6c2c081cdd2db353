import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { cardStyle } from '../card-style.ts';

const PAPER = 'var(--mui-palette-background-paper)';
const SHADE = 'color-mix(in srgb, var(--mui-palette-text-primary) 22%, transparent)';

/** Shades the right edge while there is more to scroll; a cover hides the shade at the end. */
const edge = {
  backgroundImage: [
    `linear-gradient(to left, ${PAPER} 40%, transparent)`,
    `linear-gradient(to left, ${SHADE}, transparent)`,
  ].join(', '),
  backgroundPosition: 'right',
  backgroundSize: '28px 100%, 10px 100%',
  backgroundRepeat: 'no-repeat',
  backgroundAttachment: 'local, scroll',
} as const;

interface ScrollRegionProps {
  label: string;
  windowed: boolean;
  /** Whether the content is wider than the region. */
  wide: boolean;
  /** Whether it scrolls in its own box, with header and footer in view. */
  boxed: boolean;
  /** Whether the rows belong to an older filter. */
  busy: boolean;
  scrollRef: (element: HTMLElement | null) => void;
  children: ReactNode;
}

/** The card around a table; excess content scrolls inside, and the first column stays. */
export function ScrollRegion(props: ScrollRegionProps) {
  const { label, windowed, wide, boxed, busy, scrollRef, children } = props;
  const scrolls = windowed || wide;
  return (
    <Box
      ref={scrollRef}
      component="section"
      aria-label={scrolls ? `${label}, scrolls` : undefined}
      tabIndex={scrolls ? 0 : undefined}
      data-wide={wide || undefined}
      sx={{
        ...cardStyle,
        // Keeps absolutely placed text for screen readers from widening the page.
        position: 'relative',
        // In a grid it would otherwise be as wide as its table.
        minWidth: 0,
        // If nothing scrolls, header and footer stick to the page itself: clipping creates no scroll area.
        overflow: boxed || wide ? 'auto' : 'clip',
        maxHeight: boxed ? 'max(320px, min(68vh, 900px))' : undefined,
        ...(wide && !busy ? edge : {}),
        // Tinted, not faded: faded text has too little contrast.
        ...(busy ? { bgcolor: 'background.default' } : {}),
      }}
    >
      {children}
    </Box>
  );
}
