const CHANNEL = 'gridhelm-confirmed';

/** Tells the other tabs of this browser that the operator confirmed who they are. */
export function tellConfirmed(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('confirmed');
  channel.close();
}

/**
 * Waits until the operator confirms in another tab. What it says only has the act asked for again: the server decides.
 * @returns stops waiting
 */
export function onConfirmedElsewhere(confirmed: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', confirmed);
  return () => {
    channel.close();
  };
}
