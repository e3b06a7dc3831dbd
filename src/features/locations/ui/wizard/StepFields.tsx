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
  filmoffice: 'as most locations there have',
} as const;

type SuggestedByPostcode = keyof typeof SUGGESTED_BY_POSTCODE;

/** The fields of a step. */
export function StepFields({ step, ...of }: StepProps & { step: number }) {
  return getStepFields(step).map((name) => <StepField key={name} of={of} field={getField(name)} />);
}

function StepField({ of, field }: { of: StepProps; field: Field<LocationField> }) {
  const { name, kind, half, hint, requiredMessage, max = 0 } = field;
  const [id, label, value, problem] = [getFieldId(name), getOwnerLabel(name), of.fields[name], of.problems[name]];
  const className = half ? 'half' : '';
  const options = isFacetField(name) ? of.options[name] : [];
  const onChange = (to: unknown) => of.change({ [name]: to });
  if (kind === 'options')
    return (
      <CheckboxGroup {...{ id, className, label, options, problem, onChange }} chosen={value as readonly string[]} />
    );
  const registration = {
    name,
    ref: () => {},
    onChange: () => Promise.resolve(),
    onBlur: () => Promise.resolve(of.leave(name)),
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
      {name in SUGGESTED_BY_POSTCODE && <PostcodeSuggestion of={of} name={name as SuggestedByPostcode} />}
      {kind === 'text' && <CharacterCount text={String(value)} limit={max} />}
    </div>
  );
}

/** Suggests the value of a field that belongs to the postcode. */
function PostcodeSuggestion({ of, name }: { of: StepProps; name: SuggestedByPostcode }) {
  const suggested = useGeocoding(of.api, of.fields.postcode)?.[name];
  const onUse = () => {
    of.change({ [name]: suggested ?? '' });
    document.getElementById(getFieldId(name))?.focus();
  };
  return (
    <Suggestion description={SUGGESTED_BY_POSTCODE[name]} value={suggested} current={of.fields[name]} onUse={onUse} />
  );
}
