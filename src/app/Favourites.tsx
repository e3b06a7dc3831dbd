import { type ReactNode, useMemo } from 'react';
import { useLogIn } from '../features/accounts/ui/LogIn.tsx';
import { FavouritesProvider } from '../features/locations/ui/favourites.ts';

/** The favourite button of every location: whoever is not signed in is asked to log in. */
export function Favourites({ children }: { children: ReactNode }) {
  const logIn = useLogIn();
  const favourites = useMemo(() => ({ add: logIn, has: () => false }), [logIn]);
  return <FavouritesProvider value={favourites}>{children}</FavouritesProvider>;
}
