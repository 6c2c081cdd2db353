import type { StoredAge } from './stored-read.tsx';

/** Whether the store has what was read, as a whole or in part: an empty list is then "none" of what was told. */
export function isStored({ readAt, state }: StoredAge): boolean {
  return readAt !== null || state === 'partly';
}
