import { useMatch, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

const plain = (pathname: string) => pathname.replace(/\/+$/, '');

/**
 * Tells whether the page of the route is still the one that is wanted. While the next page is fetched, a
 * late change of the address of this one must not call back an operator who has followed a link.
 */
export function useStays(): () => boolean {
  const router = useRouter();
  const own = useMatch({ strict: false, select: ({ pathname }) => plain(pathname) });
  return useCallback(() => plain(router.latestLocation.pathname) === own, [router, own]);
}
