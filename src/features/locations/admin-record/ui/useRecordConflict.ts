import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import type { Change } from '../../../../ui/StaleDataDialog.tsx';
import { recordQuery } from '../client.ts';
import type { LocationRecord } from '../schema.ts';
import { describeChanges } from './describe-changes.ts';

/** Actions that fail if the location has changed since it was loaded. */
type CheckedAction = 'publish' | 'delete';

/** The conflict of an action with changes that others have made since the record was loaded. */
export function useRecordConflict(api: Api, record: LocationRecord) {
  const queryClient = useQueryClient();
  const query = recordQuery(api, record.id);
  const [conflict, setConflict] = useState<{ readonly action: CheckedAction; readonly changes: readonly Change[] }>();
  /** Returns the versions of the shown record. The user's own change of an image refetches the record, which is not a conflict. */
  const getVersions = async () => {
    const isFetching = queryClient.isFetching({ queryKey: query.queryKey }) > 0;
    const { images_version } = isFetching ? await queryClient.fetchQuery({ ...query, staleTime: Infinity }) : record;
    return { id: record.id, version: record.version, images_version };
  };
  /** Shows the changes by others, if the error is a conflict with such changes. @returns whether it is */
  const showConflict = async (action: CheckedAction, error: unknown) => {
    if (!isConflict(error)) return false;
    const now = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    const changes = describeChanges(record, now);
    if (changes.length === 0 || (action === 'publish' && now.status === 'LIVE')) return false;
    setConflict({ action, changes });
    return true;
  };
  return { conflict, clearConflict: () => setConflict(undefined), getVersions, showConflict };
}
