import type { TestConsole } from '../../server/testing/console-harness.ts';

/** A browser as far as signing in needs it: cookies by site, redirects, and one form. */
export class Jar {
  readonly #sites = new Map<string, Map<string, string>>();

  #of(site: string): Map<string, string> {
    const cookies = this.#sites.get(site) ?? new Map<string, string>();
    this.#sites.set(site, cookies);
    return cookies;
  }

  /** The header `Cookie` for a site. */
  header(site: string): string {
    return [...this.#of(site)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Keeps what a site sets; an empty value is a cookie taken away. */
  keep(site: string, given: readonly string[]): void {
    for (const each of given) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '') this.#of(site).delete(name);
      else this.#of(site).set(name, value);
    }
  }

  /**
   * Follows redirects at another site, and sends its form, until they lead to an origin.
   * @param form what to send from the page with a path
   * @returns the address there, which is not requested
   */
  async through(
    from: string,
    to: string,
    form: (path: string) => { url: string; form: URLSearchParams },
  ): Promise<URL> {
    let [url, body]: [URL, URLSearchParams | null] = [new URL(from), null];
    for (let steps = 0; steps < 10; steps += 1) {
      if (url.origin === to) return url;
      const reply: Response = await fetch(url, {
        method: body === null ? 'GET' : 'POST',
        body,
        redirect: 'manual',
        headers: { cookie: this.header(url.origin) },
      });
      this.keep(url.origin, reply.headers.getSetCookie());
      const location: string | null = reply.headers.get('location');
      if (location === null) {
        const path = /action="([^"]+)"/.exec(await reply.text())?.[1];
        if (path === undefined) throw new Error(`${url.pathname} answered ${reply.status}`);
        const next = form(path);
        [url, body] = [new URL(next.url), next.form];
      } else {
        [url, body] = [new URL(location, url), null];
      }
    }
    throw new Error('too many redirects');
  }
}

/** Sends a request of the console's page from a browser, and keeps the cookies that come back. */
export async function sendFrom(gridhelm: TestConsole, browser: Jar, what: string, body?: object) {
  const reply = await gridhelm.send(what, browser.header('gridhelm'), body);
  browser.keep('gridhelm', reply.headers['set-cookie'] ?? []);
  return reply;
}
