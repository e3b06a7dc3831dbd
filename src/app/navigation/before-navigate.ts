import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import { siteQuery } from '../../features/content/client.ts';
import { isApiError } from '../../platform/http/contract.ts';

/**
 * Runs on every navigation: navigating to the current URL refetches its data, and during maintenance every navigation leads to the
 * maintenance page. Neither delays the navigation.
 */
export function useNavigationRules(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
        const { api, queryClient } = router.options.context;
        if (fromLocation && !hrefChanged) void queryClient.invalidateQueries();
        queryClient.fetchQuery({ ...siteQuery(api), staleTime: 0, retry: false }).catch((error: unknown) => {
          if (isApiError(error) && error.errorType === 'MAINTENANCE') location.replace('/maintenance');
        });
      }),
    [router],
  );
}
