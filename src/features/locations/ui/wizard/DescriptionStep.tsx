import { CharactersLeft } from '../../../../ui/CharactersLeft.tsx';
import { DESCRIPTION_LENGTH } from '../../schema.ts';
import type { StepProps } from './step.ts';
import { TextArea } from './TextField.tsx';

/** Step 3: the place in words. */
export function DescriptionStep(step: StepProps) {
  return (
    <TextArea
      of={step}
      name="description"
      rows={14}
      hint="What is there, how it looks and sounds, how a crew gets in, and what stands around it. An empty line begins a new paragraph."
      below={<CharactersLeft text={step.fields.description} limit={DESCRIPTION_LENGTH} />}
    />
  );
}
