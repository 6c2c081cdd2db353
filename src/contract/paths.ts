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
