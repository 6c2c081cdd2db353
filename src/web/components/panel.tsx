import Popover from '@mui/material/Popover';
import type { MouseEvent, ReactNode } from 'react';

/** Puts the focus on the first control of a panel that opens. */
function focusFirst(panel: HTMLElement): void {
  panel.querySelector<HTMLElement>('button, input, select, a')?.focus();
}

interface PanelProps {
  /** Accessible name. */
  label: string;
  /** What it opens at; null: closed. */
  anchor: HTMLElement | null;
  align: 'left' | 'right';
  wide: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The panel of a `PopPanel`: a dialog beside its button. */
export function Panel({ label, anchor, align, wide, onClose, children }: PanelProps) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: align }}
      transformOrigin={{ vertical: -4, horizontal: align }}
      slotProps={{
        transition: { onEntering: focusFirst },
        paper: {
          role: 'dialog',
          'aria-label': label,
          onClick: ({ target }: MouseEvent) => {
            if (target instanceof Element && target.closest('[data-closes]') !== null) onClose();
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
  );
}
