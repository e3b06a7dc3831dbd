import { useMemo } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useUser } from '../../features/accounts/ui/session.ts';
import { SimilarLocations } from '../../features/duplicates/ui/SimilarLocations.tsx';
import { locationFieldsQuery } from '../../features/locations/catalogue/published/client.ts';
import { createEmptyOptions } from '../../features/locations/catalogue/schema.ts';
import { Wizard } from '../../features/locations/editing/ui/wizard/Wizard.tsx';
import { siteQuery } from '../../features/content/client.ts';

/**
 * The page of the wizard. Its URL becomes that of the location as soon as the location is created.
 * @param props.serverState the saved location and draft when the page was loaded
 * @param props.step index of the step, from 0
 */
export function LocationWizard(props: Pick<Parameters<typeof Wizard>[0], 'serverState'> & { step?: number }) {
  const { api } = useRouteContext({ from: '__root__' });
  const router = useRouter();
  const user = useUser(api);
  const { data } = useSuspenseQuery(locationFieldsQuery(api));
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const options = useMemo(
    () => ({ ...createEmptyOptions(), ...Object.fromEntries(data.map(({ field, options: names }) => [field, names])) }),
    [data],
  );
  const open = (locationId: string | null, step: number) =>
    locationId === null
      ? router.navigate({ to: '/register-location' })
      : router.navigate({
          to: '/locations/$locationId',
          params: { locationId },
          search: { step: step + 1 },
          // Back must not return to the registration page of a location that exists.
          replace: props.serverState.location === null,
        });
  return (
    <main id="content" tabIndex={-1} className="wrap">
      {user && (
        <Wizard
          api={api}
          userId={user.id}
          serverState={props.serverState}
          step={props.step}
          options={options}
          mapStyleUrl={site.mapStyleUrl}
          renderHint={(entered, id) => <SimilarLocations api={api} id={id} entered={entered} />}
          open={open}
        />
      )}
    </main>
  );
}
