import InfoOutlinedIcon from '@mui/icons-material/InfoOutlined';
import MoreHorizIcon from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { later } from './later.tsx';

const Panel = later(async () => (await import('./panel.tsx')).Panel);

interface PopPanelProps {
  /** Names the button and the panel. */
  label: string;
  /** What the button shows; absent: its label. */
  text?: ReactNode;
  icon?: ReactNode;
  /** Dashed: it adds something. Plain: it is inside a chip. Contained: the main action of a page. */
  look?: 'outlined' | 'dashed' | 'plain' | 'contained';
  /** The edge of the button that the panel is aligned with. */
  align?: 'left' | 'right';
  /** Takes the width of its content, such as a calendar. */
  wide?: boolean;
  /** Pressing an element with the attribute `data-closes` closes the panel. */
  children: ReactNode;
}

const plainLook = {
  maxWidth: '100%',
  minHeight: 26,
  px: 1.25,
  borderRadius: '14px',
  fontSize: '0.8125rem',
  fontWeight: 400,
  whiteSpace: 'nowrap',
} as const;

/** A button that opens a small panel. */
export function PopPanel(props: PopPanelProps) {
  const { label, text, icon, look = 'outlined', align = 'right', wide = false, children } = props;
  // What the panel opens at; null: closed; undefined: not opened yet.
  const [anchor, setAnchor] = useState<HTMLElement | null>();
  const open = Boolean(anchor);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant={look === 'plain' ? 'text' : look === 'contained' ? 'contained' : 'outlined'}
        color={look === 'contained' ? 'primary' : 'inherit'}
        startIcon={icon}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={text === undefined ? undefined : label}
        onClick={({ currentTarget }) => {
          // Some browsers do not focus a pressed button, to which the focus returns.
          currentTarget.focus();
          setAnchor(currentTarget);
        }}
        sx={{
          minWidth: 32,
          borderStyle: look === 'dashed' ? 'dashed' : 'solid',
          px: icon === undefined && text !== undefined ? 1 : undefined,
          ...(look === 'plain' && plainLook),
        }}
      >
        {text ?? label}
      </Button>
      {anchor !== undefined && (
        <Panel label={label} anchor={anchor} align={align} wide={wide} onClose={close}>
          {children}
        </Panel>
      )}
    </>
  );
}

interface ExplanationProps {
  /** Name of the button and the panel: "About tariffs". */
  about: string;
  /** The edge of the button that the panel is aligned with. */
  align?: 'left' | 'right';
  children: ReactNode;
}

/** Background information behind an "i"; anything needed for a decision stays visible. */
export function Explanation({ about, align = 'left', children }: ExplanationProps) {
  return (
    // Must not make a line of text beside it taller.
    <Box sx={{ my: '-4px' }}>
      <PopPanel
        label={about}
        look="plain"
        align={align}
        text={<InfoOutlinedIcon sx={{ fontSize: 18, color: 'text.secondary' }} />}
      >
        <Typography variant="body2" component="div" sx={{ maxWidth: '44ch', fontWeight: 400 }}>
          {children}
        </Typography>
      </PopPanel>
    </Box>
  );
}

interface MoreMenuProps {
  /** Names the menu: "More actions" on a page, or with its subject in a row. */
  label?: string;
  /** Whether it is one of many, without an outline. */
  plain?: boolean;
  /** Buttons and links; each closes the menu with the attribute `data-closes`. */
  children: ReactNode;
}

/** The "..." menu of a page or a row: everything but its primary and secondary action. */
export function MoreMenu({ label = 'More actions', plain = false, children }: MoreMenuProps) {
  return (
    <PopPanel
      label={label}
      {...(plain && { look: 'plain' })}
      text={<MoreHorizIcon sx={{ fontSize: 18 }} />}
    >
      <Box
        sx={{
          display: 'grid',
          mx: -0.5,
          '& .MuiButton-root': { justifyContent: 'flex-start', textAlign: 'left', fontWeight: 400 },
        }}
      >
        {children}
      </Box>
    </PopPanel>
  );
}
