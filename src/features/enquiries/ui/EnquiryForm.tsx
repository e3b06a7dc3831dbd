import { type ReactNode, useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { COMMENT_LENGTH } from '../../../platform/http/field-schemas.ts';
import { toTelephoneUrl } from '../../../platform/text/telephone-url.ts';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { Field, RequiredNote, SubmitButton } from '../../../ui/Field.tsx';
import { focusOnMount } from '../../../ui/FormMessages.tsx';
import { SiteLink } from '../../../ui/SiteLink.tsx';
import type { VerificationAction } from '../../proof-of-work/schema.ts';
import { useVerification } from '../../proof-of-work/ui/useVerification.ts';
import type { sendEnquiry } from '../contract.ts';
import type { EnquiryFile } from '../files/schema.ts';
import type { FindConflicts } from '../../availability/ui/LocationConflicts.tsx';
import type { ChosenLocation } from './LocationChoice.tsx';
import {
  DATES_ERROR,
  type EnquiryForm as EnquiryInput,
  type FilmingDetails,
  areDatesInOrder,
  enquiryForm,
  filmingForm,
} from '../schema.ts';
import { getRegionRules } from '../../geography/region-rules.ts';
import { LazyDisclosure } from '../../../ui/LazyDisclosure.tsx';
import { lazyPart } from '../../../ui/LazyMount.tsx';
import { CharacterCount } from '../../../ui/CharacterCount.tsx';
import './enquiry.css';

/** Loaded when they are wanted, since few senders know so much. */
const FilmingFields = lazyPart(() => import('./FilmingFields.tsx'));
const LocationChoice = lazyPart(() => import('./LocationChoice.tsx'));

type SentEnquiry = z.output<typeof sendEnquiry.output>;
const SENDER_FIELDS = ['name', 'email', 'phone'] as const;

interface Props {
  /** URL slug of the location; undefined for a general enquiry. */
  readonly locationUrl?: string;
  readonly locationId?: string;
  readonly locationTitle?: string;
  /** The board that the enquiry is about, with those of its locations that can be enquired about. */
  readonly board?: { readonly id: string; readonly locations: readonly ChosenLocation[] };
  /** What the comment starts with. */
  readonly comment?: string;
  /** Path of the previous search. */
  readonly continueHref?: string;
  /** The name, email and telephone of the user, which empty fields start with. Undefined until they are loaded. */
  readonly sender?: Pick<EnquiryInput, (typeof SENDER_FIELDS)[number]> | undefined;
  readonly send: (input: z.input<typeof sendEnquiry.input>) => Promise<SentEnquiry>;
  readonly fetchChallenge: (action: VerificationAction) => Promise<unknown>;
  readonly uploadFile: (file: File) => Promise<EnquiryFile>;
  /** Searches the catalogue for locations to add. */
  readonly findLocations: (words: string) => Promise<readonly ChosenLocation[]>;
  readonly findConflicts: FindConflicts;
  readonly mailbox: string;
  readonly telephone: string;
  /** Introduction above the fields. */
  readonly children?: ReactNode;
}

/** Form for an enquiry about a location or a general one. A confirmation replaces it after sending. */
export function EnquiryForm({ children, ...props }: Props) {
  const [sent, setSent] = useState<SentEnquiry>();
  if (sent === undefined) {
    return (
      <>
        {children}
        <EnquiryFields {...props} onSent={setSent} />
      </>
    );
  }
  return <SentMessage {...sent} next={getNext(props)} />;
}

/** Where a sender goes from here; nowhere after a general enquiry. */
function getNext({ board, locationUrl, continueHref = '/find-a-location' }: Omit<Props, 'children'>): Next | undefined {
  if (board) return { href: `/boards/${board.id}`, label: 'Back to the board' };
  return locationUrl === undefined ? undefined : { href: continueHref, label: 'Continue your search' };
}

function EnquiryFields({ onSent, ...props }: Omit<Props, 'children'> & { onSent: (sent: SentEnquiry) => void }) {
  const { locationUrl, board, sender } = props;
  const [locations, setLocations] = useState<readonly ChosenLocation[]>(board?.locations ?? []);
  const [files, setFiles] = useState<readonly EnquiryFile[]>([]);
  const [isUploading, setUploading] = useState(false);
  const verification = useVerification(locationUrl === undefined ? 'Contact' : 'LocationEnquiry', props.fetchChallenge);
  const {
    form: controls,
    submit,
    field,
    alerts,
  } = useValidatedForm<Typed, Checked>(
    form,
    LABELS,
    async (enquiry) => {
      const [file] = files;
      const input = {
        ...enquiry,
        ...(file && { brief: file.id }),
        ...(locations.length > 0 && { locations: locations.map(({ id }) => id) }),
        ...(board && { boardId: board.id }),
        verification: await verification.getSolution(),
      };
      onSent(await props.send(locationUrl === undefined ? input : { ...input, locationUrl }));
    },
    props.comment === undefined ? {} : { defaultValues: { comment: props.comment } },
  );
  const { getValues, setValue } = controls;
  useEffect(() => {
    if (!sender) return;
    // Text typed before the profile was loaded stays.
    for (const name of SENDER_FIELDS) if (!getValues(name)) setValue(name, sender[name]);
  }, [sender, getValues, setValue]);
  const [comment = '', from, to] = useWatch({
    control: controls.control,
    name: ['comment', 'filming_from', 'filming_to'],
  });
  const { locationId, locationTitle = '' } = props;

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
            <a className="link" href={toTelephoneUrl(props.telephone)}>
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
      <Field {...field('email')} required hint="We reply to this email address and send you a copy.">
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
      <div className="enquiry__options">
        <LazyDisclosure
          summary={
            board
              ? `Locations (${locations.length})`
              : locationUrl === undefined
                ? 'Name the locations that it is about (optional)'
                : 'Enquire about more locations too (optional)'
          }
          isOpen={board !== undefined}
        >
          <LocationChoice
            chosen={locations}
            except={locationUrl}
            findLocations={props.findLocations}
            onChange={setLocations}
          />
        </LazyDisclosure>
        <LazyDisclosure summary="Tell us about the filming: dates, crew, brief (optional)">
          <FilmingFields
            field={field}
            files={files}
            uploadFile={props.uploadFile}
            onFiles={setFiles}
            onBusy={setUploading}
            days={{ from, to }}
            locations={[...(locationId === undefined ? [] : [{ id: locationId, title: locationTitle }]), ...locations]}
            findConflicts={props.findConflicts}
          />
        </LazyDisclosure>
      </div>
      <SubmitButton isSubmitting={controls.formState.isSubmitting || isUploading}>Send enquiry</SubmitButton>
    </form>
  );
}

const LABELS = {
  name: 'Name',
  email: 'Email',
  phone: 'Telephone',
  comment: 'Comment',
  filming_from: 'First day',
  filming_to: 'Last day',
  crew_size: 'Crew size',
  production_kind: 'Kind of production',
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

interface Next {
  readonly href: string;
  readonly label: string;
}

function SentMessage({ message, reference, next }: SentEnquiry & { next: Next | undefined }) {
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
      <p className="enquiry__reference">
        Your reference is <b>{reference}</b>.
      </p>
      {next && (
        <SiteLink href={next.href} className="button button--primary button--big">
          {next.label}
        </SiteLink>
      )}
    </section>
  );
}
