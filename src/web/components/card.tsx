import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

const PAPER = 'var(--mui-palette-background-paper)';
const SHADE = 'color-mix(in srgb, var(--mui-palette-text-primary) 22%, transparent)';

/** Shades the edge while there is more to scroll; a cover hides the shade at the end. */
const scrolling = {
  flex: 1,
  minHeight: 0,
  overflowY: { md: 'auto' },
  background: [
    `linear-gradient(${PAPER} 40%, transparent) top / 100% 28px no-repeat local`,
    `linear-gradient(transparent, ${PAPER} 60%) bottom / 100% 28px no-repeat local`,
    `linear-gradient(${SHADE}, transparent) top / 100% 10px no-repeat scroll`,
    `linear-gradient(transparent, ${SHADE}) bottom / 100% 10px no-repeat scroll`,
  ].join(', '),
} as const;

interface CardProps {
  title: string;
  /** A remark beside the title. */
  note?: ReactNode;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  /** Whether it takes the height of the card beside it, and scrolls inside. */
  fills?: boolean;
  children: ReactNode;
}

/** A titled card, on pages made of several. */
export function Card({ title, note, aside, fills = false, children }: CardProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={[
        { ...cardStyle, px: 2, py: 1.5, minWidth: 0 },
        fills && {
          display: 'flex',
          flexDirection: 'column',
          height: { md: 0 },
          minHeight: { md: 'max(100%, 240px)' },
        },
      ]}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        <Typography
          variant="body2"
          component="div"
          color="textSecondary"
          sx={{ flex: 1, minWidth: 0 }}
        >
          {note}
        </Typography>
        {aside}
      </Box>
      {fills ? <Box sx={scrolling}>{children}</Box> : children}
    </Box>
  );
}

/** The second surface: a hairline around a group on the canvas of the page. */
export const cardStyle = {
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const;

/** Leads from a card to more of it, within the page. */
export function CardLink({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Link component="button" variant="body2" onClick={onClick}>
      {children}
    </Link>
  );
}

/** Says in a card that there is nothing, and why. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
      {children}
    </Box>
  );
}
