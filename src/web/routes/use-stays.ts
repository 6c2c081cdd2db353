import { useMatch, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

const plain = (pathname: string) => pathname.replace(/\/+$/, '');

/**
 * Tells whether the page of the route is still the requested one. While the next page loads, a late change of
 * this page's address must not call back an operator who followed a link.
 */
export function useStays(): () => boolean {
  const router = useRouter();
  const own = useMatch({ strict: false, select: ({ pathname }) => plain(pathname) });
  return useCallback(() => plain(router.latestLocation.pathname) === own, [router, own]);
}
