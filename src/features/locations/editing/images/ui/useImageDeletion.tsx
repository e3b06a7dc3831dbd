import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../../ui/ConfirmDialog.tsx';
import { useFocusById } from '../../../../../ui/useFocusById.ts';
import { deleteImagesMutation } from '../client.ts';
import { getImageName } from '../image-name.ts';
import type { LocationImage } from '../schema.ts';
import { CHOOSE_ID } from './Dropzone.tsx';

/**
 * Deletes images after a confirmation, and focuses the next one.
 * @param handleId returns the id of an image's drag handle
 */
export function useImageDeletion(
  api: Api,
  locationId: string,
  images: readonly LocationImage[],
  handleId: (id: string) => string,
  onDone: () => void,
) {
  const focusById = useFocusById();
  const deletion = useMutation(deleteImagesMutation(api, locationId));
  const [selectedIds, setSelectedIds] = useState<readonly string[]>();
  // Kept while the dialog closes.
  const [ids, setIds] = useState<readonly string[]>([]);
  const confirmDeletion = (chosen: readonly string[]) => {
    setSelectedIds(chosen);
    setIds(chosen);
  };
  const remove = async () => {
    const removed = new Set(ids);
    const first = images.findIndex(({ id }) => removed.has(id));
    const left = images.filter(({ id }) => !removed.has(id));
    await deletion.mutateAsync(ids);
    const next = left[Math.min(first, left.length - 1)];
    onDone();
    focusById(next ? handleId(next.id) : CHOOSE_ID);
  };
  const only = images.findIndex(({ id }) => id === ids[0]);
  const dialog = (
    <ConfirmDialog
      open={selectedIds !== undefined}
      onClose={() => setSelectedIds(undefined)}
      title={ids.length === 1 ? 'Delete image?' : `Delete ${ids.length} images?`}
      confirmLabel={ids.length === 1 ? 'Delete image' : 'Delete images'}
      onConfirm={remove}
    >
      <p>
        {ids.length === 1 && images[only]
          ? `‘${getImageName(images[only], only)}’, with its caption and alternative text, will be`
          : 'The images, with their captions and alternative texts, will be'}{' '}
        deleted for ever.
      </p>
    </ConfirmDialog>
  );
  return { confirmDeletion, dialog };
}
