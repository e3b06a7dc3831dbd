export const LOCATION_UNAVAILABLE = 'This location is no longer available. Please choose another one.';
