import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useHydrated, useRouteContext, useRouter } from '@tanstack/react-router';
import { useLogIn } from '../../features/accounts/ui/LogIn.tsx';
import { can } from '../../features/accounts/permissions.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import type { LocationCard } from '../../features/locations/catalogue/schema.ts';
import { FavouritesProvider } from '../../features/locations/catalogue/published/ui/card/favourites.ts';
import { LazyMount, Nothing, lazyDialog, lazyPart } from '../../ui/LazyMount.tsx';

const SavedLocations = lazyPart(() => import('./SavedLocations.tsx'), Nothing);
const AddToBoardDialog = lazyDialog(() => import('../../features/boards/ui/AddToBoardDialog.tsx'));

/**
 * Provides the favourite buttons of locations. For users with boards the button opens the dialog that adds the location to a board;
 * anonymous visitors are asked to log in; other users have no button.
 */
export function Favourites({ children }: { children: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' });
  const logIn = useLogIn();
  const user = useUser(api);
  const router = useRouter();
  const canSave = user !== null && user.verified && can(user, 'board.own');
  const [saved, setSaved] = useState<ReadonlySet<string>>();
  // Saved locations are loaded after hydration, and only for users who can have boards.
  const isHydrated = useHydrated();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  // The location is kept while the dialog closes.
  const [location, setLocation] = useState<Pick<LocationCard, 'id' | 'title'>>();
  const favourites = useMemo(() => {
    if (user && !can(user, 'board.own')) return null;
    if (!user) return { add: logIn, has: () => false };
    if (!user.verified) return { add: () => void router.navigate({ to: '/email-not-verified' }), has: () => false };
    const add = (added: Pick<LocationCard, 'id' | 'title'>) => {
      setLocation(added);
      setIsDialogOpen(true);
    };
    return { add, has: (id: string) => saved?.has(id) ?? false };
  }, [user, saved, logIn, router]);
  return (
    <FavouritesProvider value={favourites}>
      {children}
      {canSave && isHydrated && (
        <Suspense fallback={null}>
          <SavedLocations api={api} onChange={setSaved} />
        </Suspense>
      )}
      <LazyMount isWanted={isDialogOpen}>
        {location && (
          <AddToBoardDialog
            open={isDialogOpen}
            onClose={() => setIsDialogOpen(false)}
            api={api}
            location={location}
            withPrivate={can(user, 'board.private')}
          />
        )}
      </LazyMount>
    </FavouritesProvider>
  );
}
