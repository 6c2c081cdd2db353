import { useEffect } from 'react';

/** Sets the document's title while the page is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Gridhelm`;
  }, [title]);
}
