import { useEffect } from 'react';

/** Buffers typing while the search loads. @param onEdit called with a change of the text */
export function EarlyKeys({ onEdit }: { onEdit: (edit: (text: string) => string) => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (key !== 'Backspace' && key !== 'Enter' && key.length !== 1) return;
      // The key belongs to the search, not to the element that still has the focus.
      event.preventDefault();
      event.stopPropagation();
      if (key === 'Backspace') onEdit((text) => text.slice(0, -1));
      else if (key !== 'Enter') onEdit((text) => text + key);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [onEdit]);
  return null;
}
