import { type FormEvent, useId, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { sharedEmail } from '../../../platform/http/field-schemas.ts';
import { markInitialFocus } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { Bin, CircleAlert, Plus } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { shareBoardMutation } from '../client.ts';
import { MAX_ADDRESSES } from '../schema.ts';
import { AccessSelect } from './AccessSelect.tsx';

/** An email address as it is typed, and whether its people may edit the board. */
export interface Address {
  readonly email: string;
  readonly mayEdit: boolean;
}

export const NO_ADDRESS: Address = { email: '', mayEdit: false };

/** Form that shares a board with one or more email addresses. It is not sent while any of them is invalid. */
export function ShareByEmail(props: {
  api: Api;
  boardId: string;
  /** The typed text, stored while another tab is shown. */
  addresses: readonly Address[];
  onAddresses: (addresses: readonly Address[]) => void;
  onClose: () => void;
}) {
  const { api, boardId, addresses, onAddresses, onClose } = props;
  const emails = addresses.map(({ email }) => email);
  const id = useId();
  const toast = useToast();
  const focusById = useFocusById();
  const sharing = useMutation(shareBoardMutation(api));
  const [isValidated, setIsValidated] = useState(false);
  const errors = emails.map((email) => sharedEmail.safeParse(email).error?.issues[0]?.message);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsValidated(true);
    const firstInvalid = errors.findIndex((message) => message !== undefined);
    if (firstInvalid >= 0) return focusById(`${id}${firstInvalid}`);
    if (sharing.isPending) return;
    const editors = addresses.filter(({ mayEdit }) => mayEdit).map(({ email }) => email);
    await sharing.mutateAsync({ id: boardId, emails, editors });
    onClose();
    toast({ text: emails.length === 1 ? `Shared with ${emails[0]?.trim()}.` : `Shared with ${emails.length} people.` });
  };
  const remove = (index: number) => {
    onAddresses(addresses.filter((_, other) => other !== index));
    focusById(`${id}${Math.min(index, emails.length - 2)}`);
  };
  const add = () => {
    onAddresses([...addresses, NO_ADDRESS]);
    focusById(`${id}${emails.length}`);
  };

  return (
    // Errors are shown above the email addresses.
    <form method="post" noValidate onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <div className="dialog__body">
        {sharing.isError && <ErrorAlert message={getErrorMessage(sharing.error)} />}
        <p className="muted small">
          People you share with can view the board. With ‘Can edit’, Location Professionals and the Locations Team can
          change it too. Only you can share, archive and delete it.
        </p>
        {addresses.map((address, index) => (
          <AddressField
            // Email addresses have no id.
            key={index}
            id={`${id}${index}`}
            name={`Email address ${index + 1}`}
            address={address}
            error={isValidated ? errors[index] : undefined}
            onChange={(next) => onAddresses(addresses.map((other, at) => (at === index ? next : other)))}
            onRemove={addresses.length > 1 ? () => remove(index) : null}
          />
        ))}
        {emails.length < MAX_ADDRESSES && (
          <button type="button" className="button button--quiet share__add" onClick={add}>
            <Plus />
            Add another address
          </button>
        )}
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button button--primary" aria-disabled={sharing.isPending}>
          Share board
        </button>
      </div>
    </form>
  );
}

function AddressField(props: {
  id: string;
  name: string;
  address: Address;
  error: string | undefined;
  onChange: (address: Address) => void;
  onRemove: (() => void) | null;
}) {
  const { id, name, address, error, onChange, onRemove } = props;
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>{name}</label>
      </div>
      <div className="share__address">
        <input
          id={id}
          ref={markInitialFocus}
          className="input"
          type="email"
          autoComplete="off"
          value={address.email}
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange({ ...address, email: event.target.value })}
        />
        <AccessSelect
          label={`Access of ${name.replace('Email a', 'a')}`}
          mayEdit={address.mayEdit}
          onChange={(mayEdit) => onChange({ ...address, mayEdit })}
        />
        {onRemove && (
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${name.replace('Email a', 'a')}`}
            onClick={onRemove}
          >
            <Bin />
          </button>
        )}
      </div>
      {error !== undefined && (
        <p className="error" id={`${id}-error`}>
          <CircleAlert small />
          {error}
        </p>
      )}
    </div>
  );
}
