import { type ReactNode, useId, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { CircleAlert } from '../../../ui/icons.tsx';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, GENERIC_MESSAGE } from '../../../platform/http/contract.ts';
import { COMMENT_LENGTH } from '../../../platform/limits.ts';
import { SiteLink } from '../../../ui/SiteLink.tsx';
import type { sendEnquiry } from '../contract.ts';
import { type EnquiryForm as Enquiry, type VerificationAction, enquiryForm } from '../schema.ts';
import { CharactersLeft } from './CharactersLeft.tsx';
import { Field } from './Field.tsx';
import { useVerification } from './useVerification.ts';
import '../../../ui/form.css';
import './enquiry.css';

type Typed = z.input<typeof enquiryForm>;
type FieldName = keyof Typed & string;

interface Props {
  /** The location asked about; without one it is a general enquiry. */
  readonly locationUrl?: string;
  readonly locationTitle?: string;
  /** The search that led here. */
  readonly continueHref?: string;
  readonly send: (input: z.input<typeof sendEnquiry.input>) => Promise<{ message: string }>;
  readonly challenge: (action: VerificationAction) => Promise<unknown>;
  readonly mailbox: string;
  readonly telephone: string;
  /** What is said above the questions. */
  readonly children?: ReactNode;
}

/** Asks about a location, or the Locations Team in general; once that is sent, says so in place of all of it. */
export function EnquiryForm({ children, ...props }: Props) {
  const [message, setMessage] = useState<string>();
  if (message === undefined) {
    return (
      <>
        {children}
        <Questions {...props} onSent={setMessage} />
      </>
    );
  }
  const continueHref = props.locationUrl === undefined ? undefined : (props.continueHref ?? '/find-a-location');
  return <Sent message={message} continueHref={continueHref} />;
}

function Questions({ onSent, ...props }: Omit<Props, 'children'> & { onSent: (message: string) => void }) {
  const id = useId();
  // No default values: what was typed before the page came alive stays.
  const form = useForm<Typed, unknown, Enquiry>({ resolver: zodResolver(enquiryForm), mode: 'onTouched' });
  const { errors, isSubmitting, isSubmitted } = form.formState;
  const comment = useWatch({ control: form.control, name: 'comment' }) ?? '';
  const verification = useVerification(
    props.locationUrl === undefined ? 'Contact' : 'LocationEnquiry',
    props.challenge,
  );
  const [failure, setFailure] = useState<string>();

  const submit = form.handleSubmit(async (enquiry) => {
    setFailure(undefined);
    try {
      const { locationUrl } = props;
      const input = { ...enquiry, verification: await verification.take() };
      const { message } = await props.send(locationUrl === undefined ? input : { ...input, locationUrl });
      onSent(message);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : GENERIC_MESSAGE);
      for (const [name, text] of fieldErrors(error)) form.setError(name, { message: text });
    }
  });
  const field = (name: FieldName) => ({ id: `${id}${name}`, error: errors[name]?.message });

  return (
    // Sent by script; should that be missing, the method keeps what was typed out of the address.
    <form
      className="enquiry"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onFocusCapture={verification.prepare}
    >
      <noscript>
        <p className="alert">
          <span>
            This form needs JavaScript. Without it, write to{' '}
            <a className="link" href={`mailto:${props.mailbox}`}>
              {props.mailbox}
            </a>{' '}
            or call{' '}
            <a className="link" href={`tel:${props.telephone.replace(/[^\d+]/g, '')}`}>
              {props.telephone}
            </a>
            .
          </span>
        </p>
      </noscript>
      <p className="muted small enquiry__note">* Required fields</p>
      {failure !== undefined && <Failure message={failure} />}
      <ErrorSummary errors={isSubmitted ? errors : {}} onChoose={form.setFocus} />
      <Field {...field('name')} label={LABELS.name} required>
        {(control) => <input {...control} {...form.register('name')} autoComplete="name" />}
      </Field>
      <Field {...field('email')} label={LABELS.email} required hint="We answer here, and send you a copy.">
        {(control) => <input {...control} {...form.register('email')} type="email" autoComplete="email" />}
      </Field>
      <Field
        {...field('phone')}
        label={LABELS.phone}
        hint="If you would rather be called. With the country code from abroad."
      >
        {(control) => <input {...control} {...form.register('phone')} type="tel" autoComplete="tel" />}
      </Field>
      <Field {...field('comment')} label={LABELS.comment} required hint={commentHint(props.locationTitle)}>
        {(control) => (
          <>
            <textarea {...control} {...form.register('comment')} rows={7} />
            <CharactersLeft text={comment} limit={COMMENT_LENGTH} />
          </>
        )}
      </Field>
      <button
        type="submit"
        className="button button--primary button--big enquiry__send"
        disabled={isSubmitting}
        // A field that reports its error as it loses the focus would move the button away from under the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {isSubmitting ? 'Sending…' : 'Send enquiry'}
      </button>
    </form>
  );
}

const LABELS: Readonly<Record<FieldName, string>> = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Telephone',
  comment: 'Comment',
};

function commentHint(locationTitle: string | undefined): string {
  if (locationTitle === undefined) return 'What you are looking for, when you would film and with how many people.';
  return `What you would film at ${locationTitle}, when, for how long and with how many people.`;
}

/** What the server has against single fields, of those that the form has. */
function fieldErrors(error: unknown): [FieldName, string][] {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  return Object.entries(fields).filter((entry): entry is [FieldName, string] => entry[0] in LABELS);
}

/** Announced after the first of the fields, which has the focus. */
function ErrorSummary({ errors, onChoose }: { errors: FieldErrors<Typed>; onChoose: (name: FieldName) => void }) {
  const names = (Object.keys(LABELS) as FieldName[]).filter((name) => errors[name]);
  return (
    <div aria-live="polite">
      {names.length > 0 && (
        <div className="alert enquiry__alert">
          <CircleAlert />
          <div>
            <strong>{names.length === 1 ? 'Please check one field' : `Please check ${names.length} fields`}</strong>
            <ul>
              {names.map((name) => (
                <li key={name}>
                  <button type="button" className="link" onClick={() => onChoose(name)}>
                    {LABELS[name]}
                  </button>
                  {`: ${errors[name]?.message}`}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

function Failure({ message }: { message: string }) {
  return (
    <div className="alert enquiry__alert" role="alert" tabIndex={-1} ref={focus}>
      <CircleAlert />
      <div>
        <strong>Error</strong>
        {message}
      </div>
    </div>
  );
}

function Sent({ message, continueHref }: { message: string; continueHref: string | undefined }) {
  const id = useId();
  return (
    <section
      className="enquiry"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}message`}
      tabIndex={-1}
      ref={focus}
    >
      <h2 className="display display--2" id={`${id}title`}>
        Enquiry sent
      </h2>
      <p className="enquiry__message" id={`${id}message`}>
        {message}
      </p>
      {continueHref !== undefined && (
        <SiteLink href={continueHref} className="button button--primary button--big">
          Continue your search
        </SiteLink>
      )}
    </section>
  );
}

/** What appears in place of the button that was pressed takes over its focus. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}
