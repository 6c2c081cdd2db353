import type { BatchSummary } from '../../../contract/console/batch.ts';
import { endWords } from './running.ts';

/** Whether this browser can notify at all; some can only on a page that came over TLS. */
function canNotify(): boolean {
  return 'Notification' in window;
}

/** Asks the browser, which may ask the operator. @returns why not, in words, or null */
export async function askToNotify(): Promise<string | null> {
  if (!canNotify()) return 'This browser does not offer notifications here.';
  const answer = await Notification.requestPermission();
  return answer === 'granted' ? null : 'This browser does not allow notifications of this site.';
}

/** Has the browser tell that a batch ended, where nobody looks at the console anyway. */
export function tellBrowser(batch: BatchSummary, onOpen: () => void): void {
  if (!document.hidden || !canNotify() || Notification.permission !== 'granted') return;
  const { title, detail } = endWords(batch);
  const notification = new Notification(title, { body: detail, tag: batch.id });
  notification.addEventListener('click', () => {
    window.focus();
    onOpen();
  });
}
