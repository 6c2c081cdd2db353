import type { BatchSummary } from '../../../contract/console/batch.ts';
import { canNotify } from '../../components/ask-to-notify.ts';
import { endMessage } from './running.ts';

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
