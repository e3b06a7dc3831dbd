import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { addLocationMutation, removeLocationMutation, updateBoardMutation } from '../client.ts';
import { updateSectionMutation } from '../sections/client.ts';
import { type BoardLocation, type BoardView, getTitle } from '../schema.ts';

interface Options {
  readonly onFailure: (error: unknown) => void;
  /** Called before the message is shown, which later restores the focus to the element that is focused then. */
  readonly onRemoved: () => void;
  readonly onUndone?: (item: BoardLocation) => void;
}

/** Returns a function that removes a location from a board and offers to undo it. */
export function useRemoval(
  api: Api,
  board: BoardView,
  { onFailure, onRemoved, onUndone }: Options,
): (item: BoardLocation) => Promise<void> {
  const toast = useToast();
  const removal = useMutation(removeLocationMutation(api));
  const addition = useMutation(addLocationMutation(api));
  const update = useMutation(updateBoardMutation(api));
  const sectionUpdate = useMutation(updateSectionMutation(api));

  const undo = async (item: BoardLocation) => {
    const {
      id: locationId,
      position,
      section_id: sectionId,
      note,
      state,
      cost,
      tags,
      image_ids: imageIds,
      primary,
    } = item;
    try {
      await addition.mutateAsync({
        id: board.id,
        locationId,
        position,
        sectionId,
        state,
        cost,
        tags,
        imageIds,
        ...(note !== null && { note }),
      });
      if (primary && board.rights.choosePrimary)
        await update.mutateAsync({ id: board.id, primaryLocationId: locationId });
      const section = board.sections.find(({ locked_location_id }) => locked_location_id === locationId);
      if (section)
        await sectionUpdate.mutateAsync({ id: board.id, sectionId: section.id, lockedLocationId: locationId });
      onUndone?.(item);
      toast({ text: `${getTitle(item)} is back on the board.` });
    } catch (error) {
      onFailure(error);
    }
  };
  return async (item) => {
    try {
      await removal.mutateAsync({ id: board.id, locationId: item.id });
    } catch (error) {
      return onFailure(error);
    }
    onRemoved();
    // A location that is no longer available cannot be added again.
    const canReturn = item.location !== null || item.unpublished !== null;
    const action = { label: 'Undo', run: () => void undo(item) };
    toast({ text: `${getTitle(item)} was removed from the board.`, ...(canReturn && { action }) });
  };
}
