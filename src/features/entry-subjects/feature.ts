import type { Feature } from '../../platform/feature/feature.ts';
import { person } from './schema.ts';

export const subjectFeature: Feature = {
  schemas: {
    Person: person,
  },
};
