import { Check, CircleAlert } from '../../../../../ui/icons.tsx';
import { getImagesProblem } from '../../images/image-requirements.ts';
import { CONTACTS_STEP, IMAGES_STEP, type OwnLocation, STEPS, getStepProblems } from '../../schema.ts';
import { formatMissingAlt } from '../../images/ui/ImageSelection.tsx';
import { type LocationField, type LocationFields, getOwnerLabel } from '../../../catalogue/fields/lookup.ts';
import { PRECISION_DESCRIPTIONS } from '../../../catalogue/fields/map-precision.ts';
import './submission-review.css';

/** The summary of a location before its submission: what is complete, what is missing, and what will be public. */
export function SubmissionReview(props: { location: OwnLocation; uploads: number; fields: LocationFields }) {
  const { location, uploads, fields } = props;
  return (
    <section className="review" aria-labelledby="review-title">
      <h2 className="display display--1" id="review-title">
        Before you send it
      </h2>
      <ol className="review__steps">
        {STEPS.map(({ title }, step) => (
          <li key={title}>
            <StepSummary step={step} title={title} missing={getMissing(step, location, uploads, fields)}>
              {getRemark(step, location)}
            </StepSummary>
          </li>
        ))}
      </ol>
      <h3>What everyone will see</h3>
      <ul className="review__public">
        <li>The title, what you chose and wrote about the place, and {formatImageCount(location.images.length)}.</li>
        <li>
          On the map {PRECISION_DESCRIPTIONS[fields.map_precision]};{' '}
          {fields.address_public ? 'the address in full.' : 'only the nearest town, not the address.'}
        </li>
        <li>
          Telephone numbers, email addresses, contacts and the owner’s name stay with the Locations Team and the film
          office of the area.
        </li>
      </ul>
    </section>
  );
}

function formatImageCount(images: number): string {
  if (images === 0) return 'the images that you add';
  return images === 1 ? 'its image' : `its ${images} images`;
}

/** Returns a remark on a step that requires no action. */
function getRemark(step: number, { contacts, images }: OwnLocation): string | undefined {
  if (step === CONTACTS_STEP && contacts.length === 0) return 'No contacts: the Locations Team will contact you.';
  if (step === IMAGES_STEP && images.length > 0) return formatMissingAlt(images.filter(({ alt }) => !alt).length);
  return undefined;
}

/** Lists the labels or messages of what a step lacks. */
function getMissing(step: number, { images }: OwnLocation, uploads: number, fields: LocationFields): string[] {
  if (step === IMAGES_STEP) {
    const problem = getImagesProblem(images, uploads);
    return problem === undefined ? [] : [problem];
  }
  const problems = getStepProblems(step, fields);
  // Latitude and longitude share one message.
  return [
    ...new Set(
      Object.entries(problems).map(([field, problem]) =>
        field === 'latitude' || field === 'longitude' ? problem : getOwnerLabel(field as LocationField),
      ),
    ),
  ];
}

function StepSummary(props: { step: number; title: string; missing: readonly string[]; children: string | undefined }) {
  const { step, title, missing, children } = props;
  const isComplete = missing.length === 0;
  return (
    <>
      {isComplete ? <Check /> : <CircleAlert />}
      <div>
        <a className="link" href={`?step=${step + 1}`}>
          {title}
        </a>
        <p className={isComplete ? 'small muted' : 'small review__missing'}>
          {isComplete ? 'Complete' : `Needs an answer: ${missing.join(', ')}`}
        </p>
        {children && <p className="small muted">{children}</p>}
      </div>
    </>
  );
}
