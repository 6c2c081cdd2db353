import { DEFAULT_DIALECT, type Dialect, type QueryName } from './queries.ts';

/**
 * The path of an endpoint with its parameters filled in.
 * @param template path with `{name}` for each parameter
 * @param params a value for each; it is percent-encoded
 * @throws Error when a parameter is missing, which is a programming error
 */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${template} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** The same path as a router pattern, with `:name` for each parameter. */
export function routePattern(template: string): string {
  return template.replace(/\{(\w+)\}/g, ':$1');
}

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
  const query = new URLSearchParams();
  for (const [name, deployed] of Object.entries(dialect)) {
    const value = Object.entries(values).find(([key]) => key === name)?.[1];
    if (value !== undefined) query.set(deployed, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
