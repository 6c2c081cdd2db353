import { z } from './zod.ts';
import { optional } from './primitives.ts';

/**
 * The paging envelope of every list but features. Spec, "Paging envelope".
 * @param item schema of one row
 * @returns `data` (null read as no rows), `links.next`, `meta.continuationToken`, `meta.pageSize`
 */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    data: z
      .array(item)
      .nullish()
      .transform((rows) => rows ?? []),
    links: z.object({ next: optional(z.string()) }).nullish(),
    meta: z
      .object({
        continuationToken: optional(z.string()),
        pageSize: optional(z.int()),
      })
      .nullish(),
  });
}

/** One page of rows as this project uses it. */
export interface Page<Row> {
  data: Row[];
  links?: { next: string | null } | null | undefined;
  meta?: { continuationToken: string | null; pageSize: number | null } | null | undefined;
}

/** The token in a link to the next page, or null. The specification also links the next page. */
export function tokenOfLink(link: string): string | null {
  const { searchParams } = new URL(link, 'https://service.invalid');
  const found = [...searchParams].find(([name, value]) => /token/i.test(name) && value !== '');
  return found?.[1] ?? null;
}

/** The default page size of the interface. Public facts, "Names of query parameters". */
export const DEFAULT_PAGE_SIZE = 25;
