import { cannotFind } from '../../platform/text/common-messages.ts';

export const ENTER_COMMENT = 'Tell us what you are looking for.';
export const NO_SUCH_ENQUIRY = cannotFind('enquiry');
export const REPLY_WITHIN = 'The locations team will reply within two working days.';
export const ENQUIRY_SENT = `Thank you. Your enquiry has been sent. ${REPLY_WITHIN}`;
export const ENQUIRY_SENT_AND_CONFIRMED = `Thank you. Your enquiry has been sent, and a confirmation is on its way to you. ${REPLY_WITHIN}`;

export const CREW_SIZE = 'Enter a number from 1 to 10,000.';
export const SEND_ANYWAY = 'You can still send the enquiry. Say whether other days would do.';
export const DATES_IN_ORDER = 'Enter a last day that is not before the first.';
export const TOO_MANY_ENQUIRIES =
  'We have received many enquiries from this email address today. Please write the rest tomorrow, or add to one that you have sent.';
export const TOO_MANY_LOCATIONS = 'Choose at most 100 locations.';
export const LOCATION_NOT_AVAILABLE = 'A location is not available any more. Remove it, or load this page again.';
export const CHOOSE_PDF = 'Choose a PDF as the brief.';
export const LINK_UNUSABLE = 'This link does not work any more. Write to us to get a new one.';
