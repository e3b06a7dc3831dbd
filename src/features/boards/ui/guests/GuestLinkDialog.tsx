import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { date, optional } from '../../../../platform/http/field-schemas.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import {
  createGuestLinkMutation,
  deleteGuestLinkMutation,
  removeGuestMutation,
  updateGuestLinkMutation,
} from '../../guests/client.ts';
import { ENTER_NEW_LINK_PASSWORD, SHOWS_ANSWERS, SHOWS_NOTES } from '../../guests/messages.ts';
import { type GuestLink, guestLinkSettings, linkPassword } from '../../guests/schema.ts';
import { ADD_LINK_ID, type LinkRequest } from './GuestLinks.tsx';
import '../../../../ui/checkbox.css';
import '../../../../ui/form.css';

interface Props {
  readonly api: Api;
  readonly boardId: string;
  /** The last request. */
  readonly request: LinkRequest;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialogs that add, change and delete guest links, and remove guests. */
export default function GuestLinkDialog(props: Props) {
  const { api, boardId: id, request, open, onClose } = props;
  const deletion = useMutation(deleteGuestLinkMutation(api));
  const removal = useMutation(removeGuestMutation(api));
  const focusById = useFocusById();
  const toast = useToast();
  // The button that opened the dialog is gone.
  const finish = (text: string) => {
    focusById(ADD_LINK_ID);
    toast({ text });
  };
  if (request.type === 'delete') {
    const { link } = request;
    const remove = async () => {
      await deletion.mutateAsync({ id, linkId: link.id });
      finish(`The guest link ‘${link.name}’ was deleted.`);
    };
    const label = 'Delete guest link';
    return (
      <ConfirmDialog {...{ open, onClose }} title={`${label}?`} confirmLabel={label} onConfirm={remove}>
        <p>
          The link ‘{link.name}’ will stop working immediately. Its guests and all their answers will be deleted for
          ever.
        </p>
      </ConfirmDialog>
    );
  }
  if (request.type === 'remove') {
    const { guest } = request;
    const remove = async () => {
      await removal.mutateAsync({ id, guestId: guest.id });
      finish(`${guest.name} was removed.`);
    };
    return (
      <ConfirmDialog {...{ open, onClose }} title="Remove guest?" confirmLabel="Remove guest" onConfirm={remove}>
        <p>
          {guest.name}, {guest.role}, and all their answers will be deleted for ever. Whoever has the link can still
          open the board.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog {...{ open, onClose }} title={request.type === 'add' ? 'Add guest link' : 'Edit guest link'}>
      <LinkForm {...props} link={request.type === 'edit' ? request.link : null} />
    </Dialog>
  );
}

const { name, canAnswer, canDownload, showsAnswers, showsNotes } = guestLinkSettings.shape;
const linkForm = z.object({
  name,
  expiresOn: optional(date),
  hasPassword: z.boolean(),
  password: optional(linkPassword),
  canAnswer,
  /** Of an `<input>`, in the time zone of the browser. */
  answersUntil: z.string(),
  canDownload,
  showsAnswers,
  showsNotes,
});

const protectedLinkForm = linkForm.refine(({ hasPassword, password }) => !hasPassword || password, {
  path: ['password'],
  message: ENTER_NEW_LINK_PASSWORD,
});

const CHECKBOXES = {
  canAnswer: 'Guests can answer',
  showsNotes: SHOWS_NOTES,
  showsAnswers: SHOWS_ANSWERS,
  canDownload: 'Guests can download the locations and their photographs',
} as const;

function LinkForm({ api, boardId: id, link, onClose }: Props & { link: GuestLink | null }) {
  const creation = useMutation(createGuestLinkMutation(api));
  const update = useMutation(updateGuestLinkMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    link?.has_password ? linkForm : protectedLinkForm,
    {
      name: 'For whom is the link?',
      expiresOn: 'Last day on which it works',
      hasPassword: 'It has a password',
      password: link?.has_password ? 'New password' : 'Password',
      ...CHECKBOXES,
      answersUntil: 'Answers until',
    },
    async ({ hasPassword, password, expiresOn, answersUntil, ...settings }) => {
      const input = {
        ...settings,
        id,
        expiresOn: expiresOn || null,
        answersUntil: answersUntil === '' ? null : new Date(answersUntil).toISOString(),
        password: hasPassword ? password || undefined : null,
      };
      await (link ? update.mutateAsync({ ...input, linkId: link.id }) : creation.mutateAsync(input));
      onClose();
    },
    {
      defaultValues: {
        name: link?.name ?? '',
        expiresOn: link?.expires_on ?? '',
        hasPassword: link?.has_password ?? false,
        password: '',
        canAnswer: link?.can_answer ?? true,
        answersUntil: toInputValue(link?.answers_until ?? null),
        canDownload: link?.can_download ?? false,
        showsAnswers: link?.shows_answers ?? false,
        showsNotes: link?.shows_notes ?? false,
      },
    },
  );
  const hasPassword = form.watch('hasPassword');
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body form">
        {alerts}
        <Field {...field('name')} hint="For example, ‘Director’. Guests do not see it." required>
          {(control) => <input {...control} autoComplete="off" />}
        </Field>
        <Field {...field('expiresOn')} hint="Leave it empty for a link that does not expire.">
          {(control) => <input {...control} type="date" />}
        </Field>
        <Checkbox {...field('hasPassword')} />
        {hasPassword && (
          <Field
            {...field('password')}
            hint={
              link?.has_password
                ? 'Leave it empty to use the present one. With a new one, everybody has to enter it again.'
                : 'At least 6 characters. Tell your guests, but not in the same message as the link.'
            }
            required={!link?.has_password}
          >
            {(control) => <input {...control} autoComplete="off" spellCheck={false} />}
          </Field>
        )}
        <Checkbox {...field('canAnswer')} />
        {form.watch('canAnswer') && (
          <Field {...field('answersUntil')} hint="Leave it empty for any time.">
            {(control) => <input {...control} type="datetime-local" />}
          </Field>
        )}
        <Checkbox {...field('showsNotes')} />
        <Checkbox {...field('showsAnswers')} />
        <Checkbox {...field('canDownload')} />
      </div>
      <DialogActions
        submitLabel={link ? 'Save guest link' : 'Add guest link'}
        busy={form.formState.isSubmitting}
        onCancel={onClose}
      />
    </form>
  );
}

function Checkbox({ id, label, registration }: { id: string; label: string; registration: object }) {
  return (
    <label className="checkbox-row" htmlFor={id}>
      <input type="checkbox" id={id} {...registration} />
      {label}
    </label>
  );
}

/** Returns a moment as a `datetime-local` input has it. */
function toInputValue(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
