const LANDING = '/';
/** Only used to normalise paths; never requested. */
const BASE = 'http://console.invalid';

/**
 * The page after sign-in: a path of this console, never another site. @param wanted from the URL
 * @returns the path with its query, or the landing page if it is not such a path
 */
export function safeReturnTo(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted)) return LANDING;
  let url: URL;
  try {
    url = new URL(wanted, BASE);
  } catch {
    return LANDING;
  }
  if (url.origin !== BASE || url.pathname.startsWith('//')) return LANDING;
  if (url.pathname === '/' || url.pathname.startsWith('/sign-in')) return LANDING;
  return url.pathname + url.search + url.hash;
}
