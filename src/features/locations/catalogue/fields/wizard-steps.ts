/** The steps of the wizard in order, with their titles. Counted from 0 in code, from 1 in texts and URLs. */
export const STEP_TITLES = {
  information: 'Location information',
  features: 'Location features',
  description: 'Location description',
  contacts: 'Location contacts',
  images: 'Location images',
  area: 'Location area',
} as const;
export type StepName = keyof typeof STEP_TITLES;
export const STEP_NAMES = Object.keys(STEP_TITLES) as [StepName, ...StepName[]];

/** Returns the path of the page for an owner to edit a location. @param step opens this step */
export function getWizardPath(id: string, step?: StepName): string {
  return step === undefined ? `/locations/${id}` : `/locations/${id}?step=${STEP_NAMES.indexOf(step) + 1}`;
}
