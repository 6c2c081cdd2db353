import type { Page } from '../../contract/paging.ts';

/** A row of a list of the interface. */
interface Row {
  id: string;
}

/** No token: the first page. A function, so that its type is not narrowed to null. */
export function firstToken(): string | null {
  return null;
}

function tokenOf(page: Page<unknown> | undefined): string | null {
  const token = page?.meta?.continuationToken ?? null;
  return token === '' ? null : token;
}

/** Whether the last page contains only rows of earlier pages. */
function repeatsRows(pages: readonly Page<Row>[]): boolean {
  const last = pages.at(-1);
  if (last === undefined || pages.length < 2 || last.data.length === 0) return false;
  const before = new Set(pages.slice(0, -1).flatMap((page) => page.data.map(({ id }) => id)));
  return last.data.every(({ id }) => before.has(id));
}

/**
 * The token of the next page, or undefined at the end. A token used before, or a page without a new row, ends
 * reading, so that a service that repeats itself is not read forever.
 */
export function nextToken(
  last: Page<Row>,
  pages: readonly Page<Row>[],
  used: readonly (string | null)[],
): string | undefined {
  const token = tokenOf(last);
  return token === null || used.includes(token) || repeatsRows(pages) ? undefined : token;
}

/** Whether reading stopped because the Service repeated itself. */
export function endsInLoop(pages: readonly Page<Row>[], used: readonly unknown[]): boolean {
  const token = tokenOf(pages.at(-1));
  return token !== null && (used.includes(token) || repeatsRows(pages));
}

/** The rows of all pages in order, each once, as last read. */
export function mergeRows<R extends Row>(pages: readonly Page<R>[]): R[] {
  const byId = new Map<string, R>();
  for (const page of pages) for (const row of page.data) byId.set(row.id, row);
  return [...byId.values()];
}
