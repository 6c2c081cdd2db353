import type { AnyRoute, AsyncRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Uuid } from '../../contract/primitives.ts';
import { NoSuchId } from '../components/not-found.tsx';
import { useSearchChange, type SearchChangeOptions } from './use-search-change.ts';

type SearchOf<R extends AnyRoute> = R['types']['fullSearchSchema'];

/** Gives a route its page, which takes its parameters, its search, and how that is changed. */
export function page<R extends AnyRoute>(
  route: R,
  Page: AsyncRouteComponent<
    R['types']['allParams'] & {
      search: SearchOf<R>;
      onSearch: (change: Partial<SearchOf<R>>) => void;
    }
  >,
  options?: SearchChangeOptions<SearchOf<R>>,
): R {
  function Addressed() {
    const ids: Readonly<Record<string, string>> = route.useParams();
    const onSearch = useSearchChange(options);
    const search = route.useSearch();
    // Nothing is read for an address without a valid id, and each record has its own state.
    if (!Object.values(ids).every((id) => Uuid.safeParse(id).success)) return <NoSuchId />;
    return <Page key={Object.values(ids).join()} {...ids} search={search} onSearch={onSearch} />;
  }
  route.update({ component: drawn(Page, Addressed) });
  return route;
}

/** What draws a route with a page whose code is fetched when a link to it is pointed at, or opened. */
export function drawn(
  part: { preload?: (() => Promise<void> | undefined) | undefined },
  draw: () => ReactNode,
) {
  return Object.assign(draw, { preload: () => part.preload?.() });
}
