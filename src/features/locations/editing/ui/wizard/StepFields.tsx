import type { ComponentProps, ReactNode } from 'react';
import { getRegionName } from '../../../../geography/region-rules.ts';
import { CharacterCount } from '../../../../../ui/CharacterCount.tsx';
import { Field as LabelledField } from '../../../../../ui/Field.tsx';
import { type Field, type LocationField, getField, getOwnerLabel } from '../../../catalogue/fields/lookup.ts';
import { MAX_TEXT_LENGTH } from '../../../catalogue/fields/validation.ts';
import { isFacetField } from '../../../catalogue/schema.ts';
import { FieldControl, getFieldId } from '../../../working-copy/ui/FieldControl.tsx';
import { FieldReason } from './FieldReason.tsx';
import { Suggestion, useGeocoding } from './FieldSuggestion.tsx';
import type { StepProps } from './step-state.ts';
import { CheckboxGroup } from './CheckboxGroup.tsx';

/** Fields with suggestions from the postcode, and the descriptions of these. */
const SUGGESTED_BY_POSTCODE = {
  nearesttown: () => 'the nearest town',
  localauthority: () => `where the ${getRegionName('postcode')} is`,
  filmoffice: () => 'used by most locations in this area',
} as const;

type SuggestedByPostcode = keyof typeof SUGGESTED_BY_POSTCODE;

/** Fields of a step. */
export function StepFields({ names, ...step }: StepProps & { names: readonly LocationField[] }) {
  return names.map((name) => <StepField key={name} step={step} field={getField(name)} />);
}

function StepField({ step, field }: { step: StepProps; field: Field<LocationField> }) {
  const { name, kind, half, max = MAX_TEXT_LENGTH } = field;
  const [id, label, value, problem] = [getFieldId(name), getOwnerLabel(name), step.fields[name], step.problems[name]];
  const className = half ? 'half' : '';
  const options = isFacetField(name) ? step.options[name] : [];
  const onChange = (to: unknown) => step.change({ [name]: to });
  const hint = getHint(field, step.reasons);
  if (kind === 'options')
    return (
      <>
        <CheckboxGroup
          id={id}
          className={className}
          label={label}
          options={options}
          problem={problem}
          hint={hint}
          onChange={onChange}
          chosen={value as readonly string[]}
        />
        {options.length === 0 && <NoOptions />}
      </>
    );
  return (
    <div className={`wizard__field ${className}`}>
      <LabelledControl field={field} hint={hint} problem={problem} onBlur={() => step.onBlur(name)}>
        {(inputProps) => (
          <FieldControl
            field={field}
            inputProps={inputProps}
            value={value}
            options={options}
            onChange={onChange}
            notChosen="Choose one"
            rows={14}
            autofill={field.autofill}
          />
        )}
      </LabelledControl>
      {kind === 'option' && options.length === 0 && <NoOptions />}
      {name in SUGGESTED_BY_POSTCODE && <PostcodeSuggestion step={step} name={name as SuggestedByPostcode} />}
      {kind === 'text' && <CharacterCount text={String(value)} limit={max} />}
    </div>
  );
}

/** The hint of a field, with what the Locations Team asks to change about it. */
function getHint({ name, hint }: Field<LocationField>, reasons: StepProps['reasons']): ReactNode {
  const reason = name === 'longitude' ? undefined : reasons[name];
  if (reason === undefined) return hint;
  return (
    <>
      {hint}
      <FieldReason text={reason} />
    </>
  );
}

/** Instead of options, on a new site. */
function NoOptions() {
  return (
    <p className="small muted">
      The Locations Team has not added any options yet. Leave this for now, and come back later.
    </p>
  );
}

/** The label of a checkbox is beside it and its hint below; those of other controls are above. */
function LabelledControl(props: {
  field: Field<LocationField>;
  hint: ReactNode;
  problem: string | undefined;
  onBlur: () => void;
  children: (inputProps: ComponentProps<typeof FieldControl>['inputProps']) => ReactNode;
}) {
  const { field, hint, problem, onBlur, children } = props;
  const { name, kind, requiredMessage } = field;
  const [id, label] = [getFieldId(name), getOwnerLabel(name)];
  if (kind === 'yes-no') {
    const hintId = hint === undefined ? undefined : `${id}-hint`;
    return (
      <>
        <label className="check">
          {children({ id, name, onBlur, 'aria-describedby': hintId })}
          {label}
        </label>
        {hintId && (
          <p className="check__hint small muted" id={hintId}>
            {hint}
          </p>
        )}
      </>
    );
  }
  return (
    <LabelledField
      id={id}
      label={label}
      hint={hint}
      registration={{ name, onBlur }}
      error={problem}
      required={requiredMessage !== undefined}
    >
      {children}
    </LabelledField>
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
    <Suggestion
      description={SUGGESTED_BY_POSTCODE[name]()}
      value={suggested}
      current={step.fields[name]}
      onUse={onUse}
    />
  );
}
