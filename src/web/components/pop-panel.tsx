import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { flushSync } from 'react-dom';
import type { MouseEvent, ReactNode } from 'react';
import { createContext, useEffect, useId, useRef, useState } from 'react';
import { useInsideWindow } from './use-inside-window.ts';
import { useOnlyReachable } from './use-only-reachable.ts';

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
  /** Takes the width of the nearest positioned element, on a phone. */
  fill?: boolean;
  /** Pressing an element with the attribute `data-closes` closes the panel. */
  children: ReactNode;
}

/** Above the bar of a phone, below dialogs. */
const BEHIND_PANEL = 1150;

const plainLook = {
  maxWidth: '100%',
  minHeight: 26,
  px: 1.25,
  borderRadius: '14px',
  fontSize: '0.8125rem',
  fontWeight: 400,
  whiteSpace: 'nowrap',
} as const;

/** Closes the surrounding panel, for presses that do not bubble up to it, such as in a calendar. */
export const ClosePanel = createContext<() => void>(() => {});

/** A button that opens a small panel; Escape and a click elsewhere close it. */
export function PopPanel(props: PopPanelProps) {
  const { label, text, icon, look = 'outlined', align = 'right', children } = props;
  const { wide = false, fill = false } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useOnlyReachable(root, open);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  useEffect(() => {
    if (!open) return;
    // The content may have taken the focus itself.
    if (panel.current?.contains(document.activeElement) === false) {
      panel.current.querySelector<HTMLElement>('button, input, select, a')?.focus();
    }
    const away = (event: PointerEvent): void => {
      const inside = event.target instanceof Node && panel.current?.contains(event.target) === true;
      if (!inside) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);
  useInsideWindow(panel, open && !fill);

  return (
    <Box
      ref={root}
      sx={{ position: fill ? 'static' : 'relative' }}
      onKeyDown={(event) => {
        if (!open) return;
        // Shift+Tab on the button leaves the panel.
        if (event.key === 'Tab' && event.shiftKey && event.target === button.current) {
          flushSync(() => setOpen(false));
        }
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to instanceof Node && root.current?.contains(to) === false) setOpen(false);
      }}
    >
      <Button
        ref={button}
        variant={look === 'plain' ? 'text' : 'outlined'}
        color="inherit"
        startIcon={icon}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={text === undefined ? undefined : label}
        onClick={() => setOpen(!open)}
        sx={{
          minWidth: 32,
          borderStyle: look === 'dashed' ? 'dashed' : 'solid',
          px: icon === undefined && text !== undefined ? 1 : undefined,
          ...(look === 'plain' && plainLook),
        }}
      >
        {text ?? label}
      </Button>
      {/* Catches the press: a press anywhere else only closes the panel. */}
      {open && (
        <Box aria-hidden="true" sx={{ position: 'fixed', inset: 0, zIndex: BEHIND_PANEL }} />
      )}
      {open && (
        <Box
          ref={panel}
          id={id}
          component="fieldset"
          aria-label={label}
          onClick={(event: MouseEvent) => {
            const closes =
              event.target instanceof Element && event.target.closest('[data-closes]') !== null;
            if (closes) close();
          }}
          sx={{
            m: 0,
            position: 'absolute',
            [align]: 0,
            ...(fill && { left: 0, right: 0 }),
            top: 'calc(100% + 4px)',
            zIndex: BEHIND_PANEL + 1,
            minWidth: 220,
            maxWidth: fill ? 'none' : `min(${wide ? 760 : 320}px, calc(100vw - 32px))`,
            width: wide && !fill ? 'max-content' : undefined,
            maxHeight: '70vh',
            overflowY: 'auto',
            p: 1.25,
            display: 'grid',
            gap: 0.75,
            fontSize: '0.8125rem',
            // Break only words that are wider than the panel.
            overflowWrap: 'break-word',
            bgcolor: 'background.overlay',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            boxShadow: 6,
          }}
        >
          <ClosePanel value={close}>{children}</ClosePanel>
          {/* Tab past the end: nothing else is reachable, so the focus would be lost. */}
          <Box component="span" tabIndex={0} onFocus={close} sx={{ position: 'absolute' }} />
        </Box>
      )}
    </Box>
  );
}
