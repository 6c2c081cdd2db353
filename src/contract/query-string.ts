import { DEFAULT_DIALECT, type Dialect, type QueryName } from './queries.ts';

/** Values of query parameters by this project's names. */
export type QueryValues = {
  readonly [N in QueryName]?: string | number | boolean | undefined;
};

/**
 * A query string with the names of the deployment; absent values are left out.
 * @param values by the project's names
 * @param dialect names at the deployment
 * @returns `?name=value…`, or an empty string
 */
export function queryString(values: QueryValues, dialect: Dialect = DEFAULT_DIALECT): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  const query = new URLSearchParams();
  for (const [name, deployed] of Object.entries(dialect)) {
    const value = given.find(([key]) => key === name)?.[1];
    if (value !== undefined) query.set(deployed, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
