import type { BatchSummary } from '../../../contract/console/batch.ts';
import { endMessage } from './running.ts';

/** Whether this browser can notify; some can only on a page loaded over TLS. */
function canNotify(): boolean {
  return 'Notification' in window;
}

/** Asks the browser, which may ask the operator. @returns why not, or null */
export async function askToNotify(): Promise<string | null> {
  if (!canNotify()) return 'This browser does not support notifications here.';
  const answer = await Notification.requestPermission();
  return answer === 'granted' ? null : 'This browser blocks notifications of this site.';
}

/** Shows a browser notification that a batch ended, if the console is not visible. */
export function tellBrowser(batch: BatchSummary, onOpen: () => void): void {
  if (!document.hidden || !canNotify() || Notification.permission !== 'granted') return;
  const { title, detail } = endMessage(batch);
  const notification = new Notification(title, { body: detail, tag: batch.id });
  notification.addEventListener('click', () => {
    window.focus();
    onOpen();
  });
}
