import { useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { DialogPager } from '../../../ui/DialogPager.tsx';
import { CardPicture } from '../../locations/catalogue/published/ui/card/LocationCard.tsx';
import { boardQuery, updateBoardMutation } from '../client.ts';
import { PAGE_SIZE } from '../../../platform/http/paging.ts';
import type { BoardView } from '../schema.ts';
import { NO_LOCATION_SELECTED } from '../messages.ts';
import './location-candidates.css';

/** Dialog that selects the primary location of a board, whose picture represents it. */
export default function PrimaryImageDialog(props: { api: Api; board: BoardView; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Select primary image" shape="large">
      <ImageChoice {...props} />
    </Dialog>
  );
}

function ImageChoice({ api, board, onClose }: { api: Api; board: BoardView; onClose: () => void }) {
  const id = useId();
  const toast = useToast();
  const update = useMutation(updateBoardMutation(api));
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState(board.primary_location_id);
  const [failure, setFailure] = useState<string>();
  const view = useQuery({ ...boardQuery(api, board.id, { page }), placeholderData: (before) => before });
  const { data = [], total = 0 } = view.data?.locations ?? {};

  const confirm = async () => {
    if (chosen === null) return setFailure(NO_LOCATION_SELECTED);
    if (update.isPending) return undefined;
    try {
      await update.mutateAsync({ id: board.id, primaryLocationId: chosen });
    } catch (error) {
      return setFailure(getErrorMessage(error));
    }
    onClose();
    return toast({ text: 'The primary image of the board has changed.' });
  };
  return (
    <>
      <div className="dialog__body">
        {failure !== undefined && <ErrorAlert key={failure} message={failure} />}
        {view.isError && <ErrorAlert message={getErrorMessage(view.error)} />}
        <p className="muted small">This image represents the board in lists and where its link is shared.</p>
        <fieldset className="location-candidates">
          <legend className="visually-hidden">Location</legend>
          {data.map(
            ({ id: locationId, location }) =>
              location && (
                <label key={locationId} className="location-candidates__option">
                  <span className={chosen === locationId ? 'frame is-current' : 'frame'}>
                    <CardPicture location={location} sizes="(min-width: 760px) 240px, 50vw" priority={false} />
                  </span>
                  <span className="location-candidates__name">
                    <input
                      type="radio"
                      name={id}
                      checked={chosen === locationId}
                      onChange={() => {
                        setChosen(locationId);
                        setFailure(undefined);
                      }}
                    />
                    {location.title}
                  </span>
                </label>
              ),
          )}
        </fieldset>
        <DialogPager page={page} total={total} size={PAGE_SIZE} onPage={setPage} />
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="button button--primary"
          aria-disabled={update.isPending}
          onClick={() => void confirm()}
        >
          Select image
        </button>
      </div>
    </>
  );
}
