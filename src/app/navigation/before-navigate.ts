import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import { siteQuery } from '../../features/content/client.ts';
import { isApiError } from '../../platform/http/contract.ts';

/**
 * Runs on every navigation: navigating to the current URL refetches its data, and during maintenance every navigation leads to the
 * maintenance page, also the one back to a page that the browser has kept (bfcache). Neither delays the navigation.
 */
export function useNavigationRules(): void {
  const router = useRouter();
  useEffect(() => {
    const { api, queryClient } = router.options.context;
    const leaveDuringMaintenance = () =>
      queryClient.fetchQuery({ ...siteQuery(api), staleTime: 0, retry: false }).catch((error: unknown) => {
        if (isApiError(error) && error.errorType === 'MAINTENANCE') location.replace('/maintenance');
      });
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && void leaveDuringMaintenance();
    addEventListener('pageshow', onPageShow);
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
      if (fromLocation && !hrefChanged) void queryClient.invalidateQueries();
      void leaveDuringMaintenance();
    });
    return () => {
      removeEventListener('pageshow', onPageShow);
      unsubscribe();
    };
  }, [router]);
}
