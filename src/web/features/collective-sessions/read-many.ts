/**
 * Reads items, several at a time, until all are read or the signal aborts.
 * @param read is given an id; what it throws ends that worker only when the signal aborted
 * @param onRead is called with each answer
 */
export async function readMany<Answer>(
  ids: readonly string[],
  atOnce: number,
  signal: AbortSignal,
  read: (id: string) => Promise<Answer>,
  onRead: (id: string, answer: Answer) => void,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < ids.length && !signal.aborted) {
      const id = ids[next];
      next += 1;
      if (id === undefined) return;
      try {
        const answer = await read(id);
        if (!signal.aborted) onRead(id, answer);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work));
}
