import { type ReactNode, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { COMMENT_LENGTH } from '../../../platform/field-schemas.ts';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { Field, RequiredNote, SubmitButton } from '../../../ui/Field.tsx';
import { focusOnMount } from '../../../ui/FormMessages.tsx';
import { SiteLink } from '../../../ui/SiteLink.tsx';
import type { VerificationAction } from '../../proof-of-work/schema.ts';
import { useVerification } from '../../proof-of-work/ui/useVerification.ts';
import type { sendEnquiry } from '../contract.ts';
import type { EnquiryFile } from '../files/schema.ts';
import {
  DATES_ERROR,
  type EnquiryForm as EnquiryInput,
  type FilmingDetails,
  PRODUCTION_KINDS,
  PRODUCTION_KIND_NAMES,
  areDatesInOrder,
  enquiryForm,
  filmingForm,
} from '../schema.ts';
import { FileField } from './thread/FileField.tsx';
import { getRegionRules } from '../../geography/region-rules.ts';
import { CharacterCount } from '../../../ui/CharacterCount.tsx';
import './enquiry.css';

interface Props {
  /** URL slug of the location; undefined for a general enquiry. */
  readonly locationUrl?: string;
  readonly locationTitle?: string;
  /** Path of the previous search. */
  readonly continueHref?: string;
  readonly send: (input: z.input<typeof sendEnquiry.input>) => Promise<{ message: string }>;
  readonly fetchChallenge: (action: VerificationAction) => Promise<unknown>;
  readonly uploadFile: (file: File) => Promise<EnquiryFile>;
  readonly mailbox: string;
  readonly telephone: string;
  /** Introduction above the fields. */
  readonly children?: ReactNode;
}

/** Form for an enquiry about a location or a general one. A confirmation replaces it after sending. */
export function EnquiryForm({ children, ...props }: Props) {
  const [message, setMessage] = useState<string>();
  if (message === undefined) {
    return (
      <>
        {children}
        <EnquiryFields {...props} onSent={setMessage} />
      </>
    );
  }
  const continueHref = props.locationUrl === undefined ? undefined : (props.continueHref ?? '/find-a-location');
  return <SentMessage message={message} continueHref={continueHref} />;
}

function EnquiryFields({ onSent, ...props }: Omit<Props, 'children'> & { onSent: (message: string) => void }) {
  const { locationUrl } = props;
  const [files, setFiles] = useState<readonly EnquiryFile[]>([]);
  const [isUploading, setUploading] = useState(false);
  const verification = useVerification(locationUrl === undefined ? 'Contact' : 'LocationEnquiry', props.fetchChallenge);
  const {
    form: controls,
    submit,
    field,
    alerts,
  } = useValidatedForm<Typed, Checked>(form, LABELS, async (enquiry) => {
    const [file] = files;
    const input = { ...enquiry, ...(file && { brief: file.id }), verification: await verification.getSolution() };
    const { message } = await props.send(locationUrl === undefined ? input : { ...input, locationUrl });
    onSent(message);
  });
  const comment = useWatch({ control: controls.control, name: 'comment' }) ?? '';

  return (
    // Submitted by script. Without scripts, method="post" keeps the values out of the URL.
    <form className="form" method="post" noValidate onSubmit={submit} onFocusCapture={verification.prepare}>
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
      <RequiredNote />
      {alerts}
      <Field {...field('name')} required>
        {(control) => <input {...control} autoComplete="name" />}
      </Field>
      <Field {...field('email')} required hint="We reply to this address and send you a copy.">
        {(control) => <input {...control} type="email" autoComplete="email" />}
      </Field>
      <Field {...field('phone')} hint={`If you would prefer a call. ${getRegionRules().telephone.hint}`}>
        {(control) => <input {...control} type="tel" autoComplete="tel" />}
      </Field>
      <Field {...field('comment')} required hint={getCommentHint(props.locationTitle)}>
        {(control) => (
          <>
            <textarea {...control} rows={7} />
            <CharacterCount text={comment} limit={COMMENT_LENGTH} />
          </>
        )}
      </Field>
      <fieldset className="enquiry__filming">
        <legend>About the filming, if you know it</legend>
        <div className="two">
          <Field {...field('filming_from')}>{(control) => <input {...control} type="date" />}</Field>
          <Field {...field('filming_to')}>{(control) => <input {...control} type="date" />}</Field>
        </div>
        <div className="two">
          <Field {...field('crew_size')}>
            {(control) => <input {...control} inputMode="numeric" autoComplete="off" />}
          </Field>
          <Field {...field('production_kind')}>
            {(control) => (
              <select {...control}>
                <option value="">Not known yet</option>
                {PRODUCTION_KIND_NAMES.map((name) => (
                  <option key={name} value={name}>
                    {PRODUCTION_KINDS[name]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <FileField
          label="Brief"
          hint="A PDF of up to 10 MB."
          accept=".pdf"
          max={1}
          files={files}
          upload={props.uploadFile}
          onChange={setFiles}
          onBusy={setUploading}
        />
      </fieldset>
      <SubmitButton isSubmitting={controls.formState.isSubmitting || isUploading}>Send enquiry</SubmitButton>
    </form>
  );
}

const LABELS = {
  ...{ name: 'Name', email: 'E-mail', phone: 'Telephone', comment: 'Comment' },
  ...{
    filming_from: 'First day',
    filming_to: 'Last day',
    crew_size: 'Crew size',
    production_kind: 'Kind of production',
  },
} as const;
const form = enquiryForm
  .extend(filmingForm.partial().shape)
  .refine(areDatesInOrder, DATES_ERROR) as unknown as z.ZodType<Checked, Typed>;
type Checked = EnquiryInput & FilmingDetails;
/** The values of the fields, all of them texts. */
type Typed = Partial<Record<keyof typeof LABELS, string>>;

function getCommentHint(locationTitle: string | undefined): string {
  if (locationTitle === undefined) return 'What you are looking for, when you would film and with how many people.';
  return `What you would film at ${locationTitle}, when, for how long and with how many people.`;
}

function SentMessage({ message, continueHref }: { message: string; continueHref: string | undefined }) {
  const id = useId();
  return (
    <section
      className="form"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}message`}
      tabIndex={-1}
      ref={focusOnMount}
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
