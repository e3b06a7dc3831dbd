import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { savedLocationsQuery } from '../../features/boards/saved-locations/client.ts';
import type { Api } from '../../platform/http/contract.ts';

/** Reports the ids of the locations that are on boards of the user while it is mounted. Renders nothing. */
export default function SavedLocations(props: { api: Api; onChange: (ids: ReadonlySet<string> | undefined) => void }) {
  const { api, onChange } = props;
  const saved = useQuery(savedLocationsQuery(api)).data;
  useEffect(() => {
    onChange(saved);
    return () => onChange(undefined);
  }, [saved, onChange]);
  return null;
}
