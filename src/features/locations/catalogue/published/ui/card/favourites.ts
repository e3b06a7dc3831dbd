import { createContext, useContext } from 'react';
import type { LocationCard } from '../../../schema.ts';

export interface Favourites {
  /** Opens the dialog to add the location to a board, or the log-in dialog. */
  readonly add: (location: Pick<LocationCard, 'id' | 'title'>) => void;
  /** Whether a location is on a board of the visitor. */
  readonly has: (id: string) => boolean;
}

const FavouritesContext = createContext<Favourites | null>(null);

/** Provides the actions of the favourite buttons; without it, or with null, there are no buttons. */
export const FavouritesProvider = FavouritesContext.Provider;

/** Returns null if the visitor cannot have boards. */
export function useFavourites(): Favourites | null {
  return useContext(FavouritesContext);
}
