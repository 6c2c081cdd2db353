import type { StoredAge } from './stored-read.tsx';

/** A value of the store with its age; null: never read, which differs from "none". */
export function storedOf<Value, Age extends StoredAge>(
  value: Value | null | undefined,
  age: Age | undefined,
): { value: Value; age: Age } | null {
  // Of a partial read too an empty list means "none".
  const isRead = age !== undefined && (age.readAt !== null || age.state === 'partly');
  return isRead && value !== null && value !== undefined ? { value, age } : null;
}
