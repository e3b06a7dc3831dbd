import { FIELD_LABELS } from '../../registering/schema.ts';
import { Suggestion, useWhereabouts } from './Suggestion.tsx';
import type { StepProps } from './step.ts';
import { OptionField, TextField, fieldId } from './TextField.tsx';
import { Ticks } from './Ticks.tsx';

/** Step 2: what kind of place it is, and who it belongs to. */
export function FeaturesStep(step: StepProps) {
  const { api, fields, change, options } = step;
  const known = useWhereabouts(api, fields.postcode);
  const offer = (name: 'localauthority' | 'filmoffice', what: string) => {
    const value = known?.[name];
    const onTake = () => {
      change({ [name]: value });
      document.getElementById(fieldId(name))?.focus();
    };
    return <Suggestion what={what} value={value} now={fields[name]} onTake={onTake} />;
  };
  const ticks = (name: 'category' | 'setting' | 'century') => ({
    id: fieldId(name),
    label: FIELD_LABELS[name],
    options: options[name],
    chosen: fields[name],
    problem: step.problems[name],
    onChange: (chosen: string[]) => change({ [name]: chosen }),
  });
  return (
    <>
      <Ticks {...ticks('category')} />
      <div className="two">
        <Ticks {...ticks('setting')} />
        <Ticks {...ticks('century')} />
      </div>
      <div className="two">
        <OptionField of={step} name="condition" options={options.condition} />
        <OptionField of={step} name="ownershiptype" options={options.ownershiptype} />
        <OptionField
          of={step}
          name="localauthority"
          options={options.localauthority}
          below={offer('localauthority', 'where the postcode is')}
        />
        <OptionField
          of={step}
          name="filmoffice"
          options={options.filmoffice}
          below={offer('filmoffice', 'as most locations there have')}
        />
      </div>
      <TextField
        of={step}
        name="ownername"
        required
        hint="The person or the body that the place belongs to."
        autoComplete="off"
      />
    </>
  );
}
