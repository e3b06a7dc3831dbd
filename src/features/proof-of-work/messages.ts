export const VERIFICATION_FAILED = 'Internal error, please contact enquiries';
