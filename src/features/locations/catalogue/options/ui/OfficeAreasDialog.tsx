import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage, isConflict } from '../../../../../platform/http/contract.ts';
import { Dialog } from '../../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../../ui/DialogActions.tsx';
import { ErrorAlert } from '../../../../../ui/FormMessages.tsx';
import { useToast } from '../../../../../ui/toasts.tsx';
import { officeAreasQuery, optionListsQuery, setOfficeAreasMutation } from '../client.ts';
import type { ListedOption, OfficeArea } from '../schema.ts';

/** Chooses the council areas of a film office. */
export default function OfficeAreasDialog(props: {
  api: Api;
  office: ListedOption | undefined;
  open: boolean;
  onClose: () => void;
}) {
  const { api, office, open, onClose } = props;
  const areas = useQuery({ ...officeAreasQuery(api), staleTime: 0 }).data;
  return (
    <Dialog open={open} onClose={onClose} title={`Areas of “${office?.name ?? ''}”`}>
      {office && areas && <AreasForm key={toKey(areas)} api={api} office={office} areas={areas} onClose={onClose} />}
    </Dialog>
  );
}

/** The form starts again from what somebody else has saved. */
function toKey(areas: readonly OfficeArea[]): string {
  return areas.map(({ authority_id, office_id }) => `${authority_id}-${office_id}`).join();
}

function AreasForm(props: { api: Api; office: ListedOption; areas: readonly OfficeArea[]; onClose: () => void }) {
  const { api, office, areas, onClose } = props;
  const toast = useToast();
  const saving = useMutation(setOfficeAreasMutation(api));
  const options = useQuery(optionListsQuery(api)).data ?? [];
  const was = areas.filter(({ office_id }) => office_id === office.id).map(({ authority_id }) => authority_id);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(was));
  const refetch = useQuery({ ...officeAreasQuery(api), enabled: false }).refetch;
  const getOtherOffice = (authority: number) => {
    const area = areas.find(({ authority_id, office_id }) => authority_id === authority && office_id !== office.id);
    return area && options.find(({ id }) => id === area.office_id)?.name;
  };
  const toggle = (id: number, isChosen: boolean) => {
    const others = [...chosen].filter((one) => one !== id);
    setChosen(new Set(isChosen ? [...others, id] : others));
  };
  return (
    <form
      className="form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (saving.isPending) return;
        saving.mutate(
          { id: office.id, was, authorities: [...chosen] },
          {
            onSuccess: () => {
              onClose();
              toast({ text: `The areas of “${office.name}” are saved.` });
            },
            onError: (error) => void (isConflict(error) && refetch()),
          },
        );
      }}
    >
      <div className="dialog__body">
        {saving.error && <ErrorAlert message={getErrorMessage(saving.error)} />}
        <p>
          Accounts of a film office see the locations that name it, and those in its areas that name no film office. An
          area belongs to one office.
        </p>
        <fieldset className="office-areas">
          <legend className="visually-hidden">Areas</legend>
          {options
            .filter(({ field }) => field === 'localauthority')
            .map(({ id, name }) => (
              <label key={id} className="checkbox-row checkbox-row--compact">
                <input type="checkbox" checked={chosen.has(id)} onChange={({ target }) => toggle(id, target.checked)} />
                <span>
                  {name}
                  {getOtherOffice(id) && <span className="muted">{` (now ${getOtherOffice(id)})`}</span>}
                </span>
              </label>
            ))}
        </fieldset>
      </div>
      <DialogActions submitLabel="Save areas" busy={saving.isPending} onCancel={onClose} />
    </form>
  );
}
