/** Whether this browser can notify; some need a page loaded over TLS. */
export function canNotify(): boolean {
  return 'Notification' in window;
}

/** Asks the browser, which may ask the operator. @returns why not, or null */
export async function askToNotify(): Promise<string | null> {
  if (!canNotify()) return 'This browser does not support notifications here.';
  const answer = await Notification.requestPermission();
  return answer === 'granted' ? null : 'This browser blocks notifications of this site.';
}
