import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Check, X } from '../../../../ui/icons.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { type BoardLocation, type BoardSection, getTitle } from '../../schema.ts';
import { updateSectionMutation } from '../client.ts';

/** Locks in a location of a section, or undoes that. */
export function LockInButton(props: {
  api: Api;
  boardId: string;
  section: BoardSection;
  item: BoardLocation;
  onFailure: (error: unknown) => void;
}) {
  const { api, boardId, section, item, onFailure } = props;
  const update = useMutation(updateSectionMutation(api));
  const toast = useToast();
  const title = getTitle(item);
  const isLockedIn = section.locked_location_id === item.id;
  const label = isLockedIn ? 'No longer lock in' : 'Lock in';
  const lockIn = () =>
    update
      .mutateAsync({ id: boardId, sectionId: section.id, lockedLocationId: isLockedIn ? null : item.id })
      .then(() => toast({ text: `${title} is ${isLockedIn ? 'no longer ' : ''}locked in for ‘${section.title}’.` }))
      .catch(onFailure);
  return (
    <button
      type="button"
      className="note__edit no-print"
      aria-label={`${label} ${title}`}
      onClick={() => void lockIn()}
    >
      {isLockedIn ? <X small /> : <Check small />}
      {label}
    </button>
  );
}
