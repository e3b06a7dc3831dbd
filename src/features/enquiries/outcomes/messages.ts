export const CHOOSE_FILMED = 'Choose whether it was filmed.';
export const ENTER_DAYS = 'Enter a number of days from 1 to 3,650.';
export const ENTER_SPEND = 'Enter a whole number of up to 2,000,000,000.';
export const CHOOSE_AREAS = 'Choose areas from the list.';
