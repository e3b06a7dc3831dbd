import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import { siteQuery } from '../../features/content/client.ts';
import { isApiError } from '../../platform/http/contract.ts';

/**
 * What every navigation brings with it: going to the address that is open loads its answers anew, and during maintenance
 * any way leads to the maintenance page. Neither keeps the visitor waiting.
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
