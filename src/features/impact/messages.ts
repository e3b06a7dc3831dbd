import { cannotFind, changedBySomebodyElse } from '../../platform/text/common-messages.ts';
import { formatNumber } from '../../platform/text/numbers.ts';

export const ENTER_FIGURE = 'Enter a whole number from 0 to 2,000,000,000.';
export const ENTER_FACTOR = 'Enter a number above 0, such as 12,500 or 0.75.';
export const ENTER_FORMULA_NAME = 'Enter a name, such as Accommodation of a crew.';
export const ENTER_SOURCE = 'Enter where the factor comes from: author, title, year and page.';
export const CHOOSE_INPUTS = 'Choose up to three inputs, without the figure itself.';
export const CHOOSE_CONTACT = 'Choose a contact of the production with an email address.';
export const ENTER_SOME_FIGURE = 'Enter at least one figure.';

export const NO_SUCH_FORMULA = cannotFind('formula');
export const IMPACT_CHANGED = changedBySomebodyElse('impact of this production');
export const INPUT_MISSING = 'This formula needs figures that are not known. Enter them first.';
export const ESTIMATE_TOO_LARGE =
  'This formula gives a number that is too large. Check the figures that it starts from.';
export const FIGURE_KNOWN = 'This figure is declared or measured, which is better than an estimate. Remove it first.';
export const FORMULA_RETIRED = 'This formula is not used any more.';
export const NO_SURVEY = 'Nobody is asked at the moment.';
export const FIGURES_CHANGED = 'The figures have changed meanwhile. Check them, then send again.';
export const REPORT_TOO_LARGE = 'The report takes too long at the moment. Try again later.';
export const YEAR_NOT_ENDED = 'This year has not ended. Publish it when it is complete.';
export const NOTHING_FILMED =
  'No production has filmed in this year, or those that have are deleted by now. There is nothing to publish.';
export const PREVIEW_OUTDATED = 'Figures have changed since this preview. Check the new one, then publish.';
export const ALREADY_PUBLISHED = 'This year is published already. Unpublish it first.';
export const NOT_PUBLISHED = 'This year is not published.';
export const LINK_UNUSABLE = 'This survey has ended, or its link is not complete.';

/** The heading of the survey. */
export const whatBrought = (production: string) => `What ${production} has brought to the region`;
export const WHY_FIGURES =
  'The figures show what filming is worth to the places that host it. They are published as sums without the name of your production; where no other was filmed, a sum can be yours alone.';

export const FIGURE_SAVED = 'Figure saved';
export const FORMULA_ADDED = 'Formula added';
export const FORMULA_ENDED = 'Formula retired';
export const YEAR_PUBLISHED = 'Year published';
export const YEAR_UNPUBLISHED = 'Year unpublished';
export const SURVEY_SAVED = 'Survey saved';
export const SURVEY_WITHDRAWN = 'Survey withdrawn';
export const ANSWER_SAVED = 'Thank you. Your figures have been saved.';

export const formulaLimit = (max: number) => `There can be at most ${formatNumber(max)} versions of formulas.`;
export const mailLimit = (max: number) =>
  `At most ${formatNumber(max)} emails with a survey are sent for a production in a day. Try again tomorrow.`;
export const answerLimit = (max: number) =>
  `At most ${formatNumber(max)} answers to this survey are accepted in a day. Call the office, or try again tomorrow.`;
