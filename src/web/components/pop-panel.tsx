import Button from '@mui/material/Button';
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
