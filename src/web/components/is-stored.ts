import type { StoredAge } from './stored-read.tsx';

/** Whether the store has a full or partial read: an empty list then means "none". */
export function isStored({ readAt, state }: StoredAge): boolean {
  return readAt !== null || state === 'partly';
}
