import { useEffect } from 'react';

const SMALL = 'font: 8pt sans-serif; color: #444';

/**
 * Has each sheet of paper say at its foot what it is of, and its number; all sheets are landscape, for wide tables.
 * A style sheet of its own, since neither the page nor its styles know what is printed.
 */
export function usePaperFooter(text: string): void {
  useEffect(() => {
    if (!('adoptedStyleSheets' in document)) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page {
      size: A4 landscape;
      margin: 10mm 10mm 15mm;
      @bottom-left { content: ${JSON.stringify(text)}; ${SMALL}; white-space: nowrap }
      @bottom-right { content: "Page " counter(page) " of " counter(pages); ${SMALL} }
    }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [text]);
}
