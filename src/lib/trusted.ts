/**
 * The one place of the project where a type is asserted. Each caller says in a comment what
 * guarantees the type at run time; what comes from outside is parsed with a schema instead.
 */
export function trusted<T>(value: unknown): T {
  return value as T;
}
