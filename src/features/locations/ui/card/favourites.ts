import { createContext, useContext } from 'react';
import type { LocationCard } from '../../schema.ts';

/** What the favourite button of a location does. */
export interface Favourites {
  /** Asks on which board the location is to go, or whoever is not signed in to log in. */
  readonly add: (location: Pick<LocationCard, 'id' | 'title'>) => void;
  /** Whether a location is on a board of the visitor already. */
  readonly has: (id: string) => boolean;
}

const FavouritesContext = createContext<Favourites | null>(null);

/** Gives the favourite buttons of a page their meaning; without it, or with null, there are none. */
export const FavouritesProvider = FavouritesContext.Provider;

/** Null for those who cannot have boards. */
export function useFavourites(): Favourites | null {
  return useContext(FavouritesContext);
}
