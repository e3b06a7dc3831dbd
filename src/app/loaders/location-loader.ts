import type { QueryClient } from '@tanstack/react-query';
import { pageQuery, siteQuery } from '../../features/content/client.ts';
import { similarQuery } from '../../features/search/client.ts';
import type { Api } from '../../platform/http/contract.ts';

/** Loads the data of a location page. */
export async function loadLocationPage(
  api: Api,
  queryClient: QueryClient,
  location: Promise<{ id: string }>,
): Promise<void> {
  const [{ id }] = await Promise.all([
    location,
    queryClient.ensureQueryData(pageQuery(api, 'location-details')),
    queryClient.ensureQueryData(siteQuery(api)),
  ]);
  // Its script comes with the page. This one is part of all pages.
  const consents = await import('../../features/consents/client.ts');
  await Promise.all([
    queryClient.ensureQueryData(similarQuery(api, id)),
    queryClient.ensureQueryData(consents.consentAreasQuery(api, id)),
  ]);
}
