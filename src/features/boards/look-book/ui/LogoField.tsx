import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage, isApiError } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { LOGO, PICTURE_TYPES } from '../../../media/schema.ts';
import { pictureRules } from '../../../media/messages.ts';
import { deleteLogoMutation, logoQuery, saveLogoMutation } from '../client.ts';
import '../../../../ui/file-input.css';

/** The logo of the user, which is stored for further look-books. */
export function LogoField(props: { api: Api; isShown: boolean; onShown: (isShown: boolean) => void }) {
  const { api, isShown, onShown } = props;
  const stored = useQuery(logoQuery(api));
  const saving = useMutation(saveLogoMutation(api));
  const deletion = useMutation(deleteLogoMutation(api));
  const [file, setFile] = useState<File>();
  const [alt, setAlt] = useState('');
  const logo = stored.data?.logo;
  const altError = isApiError(saving.error) ? saving.error.fields?.['alt'] : undefined;
  const problem = (altError === undefined && saving.error) || deletion.error;
  if (logo)
    return (
      <fieldset className="look-book__choices">
        <legend>Logo</legend>
        <img className="look-book__logo" src={logo.src} alt={logo.alt} />
        <label className="choice">
          <input type="checkbox" checked={isShown} onChange={(event) => onShown(event.target.checked)} />
          Show the logo
        </label>
        <button type="button" className="button button--compact" onClick={() => deletion.mutate({})}>
          Delete logo
        </button>
        {problem && <p role="alert">{getErrorMessage(problem)}</p>}
      </fieldset>
    );
  return (
    <>
      <Field
        id="look-book-logo"
        label="Logo"
        hint={`${pictureRules(LOGO.minSide, LOGO.maxBytes)}. It is stored for your next look-book.`}
        error={problem ? getErrorMessage(problem) : undefined}
        registration={{}}
      >
        {(control) => (
          <input
            {...control}
            className="input input--file"
            type="file"
            accept={PICTURE_TYPES.join()}
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {file && (
        <>
          <Field id="look-book-logo-alt" label="What the logo says" error={altError} registration={{}}>
            {(control) => <input {...control} value={alt} onChange={(event) => setAlt(event.target.value)} />}
          </Field>
          <button
            type="button"
            className="button button--compact"
            disabled={saving.isPending}
            onClick={() => saving.mutate({ file, alt }, { onSuccess: () => setFile(undefined) })}
          >
            Save logo
          </button>
        </>
      )}
    </>
  );
}
