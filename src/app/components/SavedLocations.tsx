import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { savedLocationsQuery } from '../../features/boards/saved-locations/client.ts';
import type { Api } from '../../platform/http/contract.ts';

/** Finds out which locations are on boards of whoever is signed in, for as long as it is there. */
export default function SavedLocations(props: { api: Api; onKept: (ids: ReadonlySet<string> | undefined) => void }) {
  const { api, onKept } = props;
  const kept = useQuery(savedLocationsQuery(api)).data;
  useEffect(() => {
    onKept(kept);
    return () => onKept(undefined);
  }, [kept, onKept]);
  return null;
}
