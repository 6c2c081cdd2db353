import { useEffect } from 'react';

/**
 * Stands in for the search while it is being fetched: what is typed meanwhile is not lost.
 * @param onEdit is given a change of the text
 */
export function EarlyKeys({ onEdit }: { onEdit: (edit: (text: string) => string) => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (key !== 'Backspace' && key !== 'Enter' && key.length !== 1) return;
      // It belongs to the search, and to nothing that has the focus still.
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
