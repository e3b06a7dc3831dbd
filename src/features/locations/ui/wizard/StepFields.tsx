import type { ComponentProps } from 'react';
import { CharacterCount } from '../../../../ui/CharacterCount.tsx';
import { Field as LabelledControl } from '../../../../ui/Field.tsx';
import { type Field, type LocationField, getField, getOwnerLabel } from '../../fields/lookup.ts';
import { getStepFields } from '../../submission/schema.ts';
import { isFacetField } from '../../schema.ts';
import { FieldControl, getFieldId } from '../FieldControl.tsx';
import { Suggestion, useGeocoding } from './FieldSuggestion.tsx';
import type { StepProps } from './step-state.ts';
import { CheckboxGroup } from './CheckboxGroup.tsx';

/** The autofill section of the location's address, apart from that of the owner. */
const section = 'section-location';
/** Attributes for autofill and on-screen keyboards. */
const ATTRIBUTES: Readonly<Partial<Record<LocationField, ComponentProps<'input'>>>> = {
  address1: { autoComplete: `${section} address-line1` },
  address2: { autoComplete: `${section} address-line2` },
  address3: { autoComplete: `${section} address-line3` },
  postcode: { autoComplete: `${section} postal-code`, autoCapitalize: 'characters', spellCheck: false },
  telephone1: { type: 'tel', autoComplete: 'tel' },
  telephone2: { type: 'tel' },
  email: { type: 'email', autoComplete: 'email' },
  locationurl: { autoCapitalize: 'none', spellCheck: false },
};

/** Fields with suggestions from the postcode, and the descriptions of these. */
const SUGGESTED_BY_POSTCODE = {
  nearesttown: 'the nearest town',
  localauthority: 'where the postcode is',
  filmoffice: 'used by most locations in this area',
} as const;

type SuggestedByPostcode = keyof typeof SUGGESTED_BY_POSTCODE;

/** The fields of a step. */
export function StepFields({ step, ...props }: StepProps & { step: number }) {
  return getStepFields(step).map((name) => <StepField key={name} step={props} field={getField(name)} />);
}

function StepField({ step, field }: { step: StepProps; field: Field<LocationField> }) {
  const { name, kind, half, hint, requiredMessage, max = 0 } = field;
  const [id, label, value, problem] = [getFieldId(name), getOwnerLabel(name), step.fields[name], step.problems[name]];
  const className = half ? 'half' : '';
  const options = isFacetField(name) ? step.options[name] : [];
  const onChange = (to: unknown) => step.change({ [name]: to });
  if (kind === 'options')
    return (
      <CheckboxGroup {...{ id, className, label, options, problem, onChange }} chosen={value as readonly string[]} />
    );
  const registration = {
    name,
    ref: () => {},
    onChange: () => Promise.resolve(),
    onBlur: () => Promise.resolve(step.onBlur(name)),
  };
  return (
    <div className={`wizard__field ${className}`}>
      <LabelledControl {...{ id, label, hint, registration }} error={problem} required={requiredMessage !== undefined}>
        {(inputProps) => (
          <FieldControl
            {...{ field, inputProps, value, options, onChange }}
            notChosen="Choose one"
            rows={14}
            attributes={ATTRIBUTES[name]}
          />
        )}
      </LabelledControl>
      {name in SUGGESTED_BY_POSTCODE && <PostcodeSuggestion step={step} name={name as SuggestedByPostcode} />}
      {kind === 'text' && <CharacterCount text={String(value)} limit={max} />}
    </div>
  );
}

/** Suggests the value of a field that belongs to the postcode. */
function PostcodeSuggestion({ step, name }: { step: StepProps; name: SuggestedByPostcode }) {
  const suggested = useGeocoding(step.api, step.fields.postcode)?.[name];
  const onUse = () => {
    step.change({ [name]: suggested ?? '' });
    document.getElementById(getFieldId(name))?.focus();
  };
  return (
    <Suggestion description={SUGGESTED_BY_POSTCODE[name]} value={suggested} current={step.fields[name]} onUse={onUse} />
  );
}
