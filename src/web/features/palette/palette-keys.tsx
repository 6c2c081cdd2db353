import { useEffect, useState } from 'react';
import { Uuid } from '../../../contract/primitives.ts';
import { onAskToFind } from '../../components/find-event.ts';
import { later } from '../../components/later.tsx';
import type { PageEntry } from './palette-options.ts';

const KeysDialog = later(async () => (await import('./palette-dialog.tsx')).KeysDialog);
const PaletteDialog = later(async () => (await import('./palette-dialog.tsx')).PaletteDialog);

/** What is open: nothing, the shortcuts, or the search with an initial text. */
type Open = null | 'keys' | { query: string };

/** Whether the focused element takes typed characters. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether a dialog is open, which handles its own keys. */
function inDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** The keyboard shortcuts of every page: Ctrl or Cmd+K, `/`, `?`, and pasting an id. */
export function PaletteKeys({ pages }: { pages: readonly PageEntry[] }) {
  const [open, setOpen] = useState<Open>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault();
        setOpen((now) => (now === null && !inDialog() ? { query: '' } : null));
        return;
      }
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!plain || takesText(event.target) || inDialog()) return;
      if (event.key === '/') {
        event.preventDefault();
        if (!focusSearch()) setOpen({ query: '' });
      }
      if (event.key === '?') {
        event.preventDefault();
        setOpen('keys');
      }
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (takesText(event.target) || inDialog()) return;
      const parsed = Uuid.safeParse(event.clipboardData?.getData('text').trim());
      if (parsed.success) setOpen({ query: parsed.data });
    };
    const stopAsking = onAskToFind(() => setOpen({ query: '' }));
    document.addEventListener('keydown', onKey);
    document.addEventListener('paste', onPaste);
    return () => {
      stopAsking();
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('paste', onPaste);
    };
  }, []);

  if (open === null) return null;
  const close = () => setOpen(null);
  if (open === 'keys') return <KeysDialog onClose={close} />;
  return (
    <PaletteDialog
      firstQuery={open.query}
      pages={pages}
      onClose={close}
      onKeys={() => setOpen('keys')}
    />
  );
}
