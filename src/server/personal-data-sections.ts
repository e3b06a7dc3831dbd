import type { PersonalDataSection } from '../platform/feature/personal-data-section.ts';
import { FEATURES } from './features.ts';

/** All parts of the archive that people can download. */
export const PERSONAL_DATA: readonly PersonalDataSection[] = FEATURES.flatMap(({ personalData = [] }) => personalData);
