/** The session cookie: its name and attributes depend on whether the page comes over https. */
export interface SessionCookie {
  name: string;
  /** Set-Cookie value that gives a browser its session. */
  give(value: string): string;
  /** Set-Cookie value that takes it away. */
  takeAway(): string;
  /**
   * The values in a Cookie header under this cookie's name. More than one means that somebody
   * planted a second, so none may be believed.
   */
  values(header: string | undefined): string[];
}

/**
 * Describes the session cookie.
 * @param secure whether browsers use https; without it the cookie has a plain name and works on
 *   loopback only, since browsers refuse the prefix there
 */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-gridhelm' : 'gridhelm';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    name,
    give: (value) => `${name}=${value}; ${attributes}`,
    takeAway: () => `${name}=; ${attributes}; Max-Age=0`,
    values: (header) =>
      (header ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1)),
  };
}
