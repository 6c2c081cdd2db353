import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import type { MouseEvent, ReactNode } from 'react';
import { useId, useState } from 'react';

interface PopPanelProps {
  /** Names the button and the panel. */
  label: string;
  /** What the button shows; absent: its label. */
  text?: ReactNode;
  icon?: ReactNode;
  /** Dashed: it adds something. Plain: it is inside a chip. */
  look?: 'outlined' | 'dashed' | 'plain';
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

/** Puts the focus on the first control of a panel that opens. */
function focusFirst(panel: HTMLElement): void {
  panel.querySelector<HTMLElement>('button, input, select, a')?.focus();
}

/** A button that opens a small panel. */
export function PopPanel(props: PopPanelProps) {
  const { label, text, icon, look = 'outlined', align = 'right', wide = false, children } = props;
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = anchor !== null;
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant={look === 'plain' ? 'text' : 'outlined'}
        color="inherit"
        startIcon={icon}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
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
      <Popover
        open={open}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: align }}
        transformOrigin={{ vertical: -4, horizontal: align }}
        slotProps={{
          transition: { onEntering: focusFirst },
          paper: {
            role: 'dialog',
            id,
            'aria-label': label,
            onClick: ({ target }: MouseEvent) => {
              if (target instanceof Element && target.closest('[data-closes]') !== null) close();
            },
            sx: {
              minWidth: 220,
              maxWidth: `min(${wide ? 760 : 320}px, calc(100vw - 32px))`,
              maxHeight: '70vh',
              p: 1.25,
              display: 'grid',
              gap: 0.75,
              fontSize: '0.8125rem',
              // Break only words that are wider than the panel.
              overflowWrap: 'break-word',
            },
          },
        }}
      >
        {children}
      </Popover>
    </>
  );
}
