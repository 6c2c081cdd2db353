import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A sheet of paper: its text in the order in which it was drawn, and its size in points. */
export interface Sheet {
  text: string;
  width: number;
  height: number;
}

/** Prints the page as a browser does, on the paper that the page asks for, and reads the sheets. */
export async function printed(page: Page): Promise<Sheet[]> {
  const data = new Uint8Array(await page.pdf({ preferCSSPageSize: true }));
  const reading = getDocument({ data, verbosity: 0 });
  const paper = await reading.promise;
  const sheets: Sheet[] = [];
  for (let number = 1; number <= paper.numPages; number += 1) {
    const sheet = await paper.getPage(number);
    const { width, height } = sheet.getViewport({ scale: 1 });
    const { items } = await sheet.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    sheets.push({ text: text.replaceAll(/\s+/g, ' '), width, height });
  }
  await reading.destroy();
  return sheets;
}
