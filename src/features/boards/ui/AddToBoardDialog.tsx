import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import type { LocationCard } from '../../locations/catalogue/schema.ts';
import { addLocationMutation } from '../client.ts';
import { ALREADY_ON_OWN_BOARD } from '../messages.ts';
import { type BoardCard, getBoardPath } from '../schema.ts';
import { BoardPicker } from './BoardPicker.tsx';

interface Props {
  readonly api: Api;
  readonly location: Pick<LocationCard, 'id' | 'title'>;
  /** Whether to list private boards too. */
  readonly withPrivate: boolean;
  readonly onClose: () => void;
}

/** Dialog that adds a location to an existing or a new board. */
export default function AddToBoardDialog(props: Props & { open: boolean }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Add to board">
      <BoardChoice {...props} />
    </Dialog>
  );
}

function BoardChoice({ api, location, withPrivate, onClose }: Props) {
  const toast = useToast();
  const router = useRouter();
  const addition = useMutation(addLocationMutation(api));
  const [failure, setFailure] = useState<string>();
  const adding = addition.isPending ? addition.variables.id : undefined;
  const add = async (board: BoardCard) => {
    if (addition.isPending) return;
    setFailure(undefined);
    try {
      if (board.has_location) throw new AlreadyOnBoardError();
      await addition.mutateAsync({ id: board.id, locationId: location.id });
    } catch (error) {
      return setFailure(toMessage(error));
    }
    onClose();
    toast({
      text: `${location.title} was added to ‘${board.title}’.`,
      action: { label: 'View board', run: () => void router.navigate({ href: getBoardPath(board) }) },
    });
  };
  return (
    <div className="dialog__body">
      <p className="muted small location-candidates__title">{location.title}</p>
      {failure !== undefined && <ErrorAlert key={failure} message={failure} />}
      <BoardPicker
        api={api}
        withPrivate={withPrivate}
        locationId={location.id}
        adding={adding}
        createLabel="Create and add"
        onChoose={add}
        onFailure={setFailure}
      />
    </div>
  );
}

/** The board already has the location; thrown without calling the API. */
class AlreadyOnBoardError extends Error {}

function toMessage(error: unknown): string {
  return error instanceof AlreadyOnBoardError ? ALREADY_ON_OWN_BOARD : getErrorMessage(error);
}
