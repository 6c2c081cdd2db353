import { trusted } from './trusted.ts';

/**
 * The keys of a constant record, with their types. TypeScript returns `string[]`, since a value may have more
 * keys than its type; a constant table does not.
 */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return trusted<(keyof T & string)[]>(Object.keys(table));
}
