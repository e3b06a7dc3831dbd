import { Suggestion, useWhereabouts } from './Suggestion.tsx';
import type { StepProps } from './step.ts';
import { TextField, fieldId } from './TextField.tsx';

/** Of the place, not of whoever fills it in. */
const section = 'section-location';

/** Step 1: what the place is called, where it is and how to reach whoever looks after it. */
export function InformationStep(step: StepProps) {
  const { api, fields, change } = step;
  const known = useWhereabouts(api, fields.postcode);
  const takeTown = () => {
    change({ nearesttown: known?.nearesttown ?? '' });
    document.getElementById(fieldId('nearesttown'))?.focus();
  };
  return (
    <>
      <TextField of={step} name="title" required hint="What people call the place." autoComplete="off" />
      <TextField of={step} name="address1" required autoComplete={`${section} address-line1`} />
      <div className="two">
        <TextField of={step} name="address2" autoComplete={`${section} address-line2`} />
        <TextField of={step} name="address3" autoComplete={`${section} address-line3`} />
        <TextField of={step} name="address4" autoComplete="off" />
        <TextField
          of={step}
          name="postcode"
          required
          autoComplete={`${section} postal-code`}
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <TextField
        of={step}
        name="nearesttown"
        required
        autoComplete="off"
        below={
          <Suggestion what="the nearest town" value={known?.nearesttown} now={fields.nearesttown} onTake={takeTown} />
        }
      />
      <div className="two">
        <TextField of={step} name="telephone1" required type="tel" autoComplete="tel" />
        <TextField of={step} name="telephone2" type="tel" autoComplete="off" />
      </div>
      <TextField of={step} name="email" required type="email" autoComplete="email" />
      <TextField
        of={step}
        name="locationurl"
        hint="The last part of the address of its page, such as old-mill-leith. Leave it empty, and we make it from the title."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}
