import { cannotFind, changedBySomebodyElse } from '../../platform/text/common-messages.ts';
import { getExamplePosition, getPostcodeWithArticle, getRegionName } from '../geography/region-rules.ts';
import { MAX_DEGREES, type Position } from '../geography/schema.ts';
import { formatCount, formatNumber } from '../../platform/text/numbers.ts';

export const LOCATION_UNAVAILABLE = 'This location is no longer available. Please choose another one.';
export const LOCATION_NOT_FOUND = cannotFind('location');
export const LOCATION_CHANGED = 'Somebody else has changed this location. Check it, then decide.';
export const LOCATION_CHANGED_ELSEWHERE =
  'This location was changed in another tab or by somebody else. Compare both versions before you save.';
export const LOCATION_EXISTS = 'This location has been created already.';
export const ALREADY_LIVE = 'This location is already live';
export const NOT_LIVE = 'This location is not live yet';
export const NOT_SUBMITTED = 'This location is not waiting for approval';
export const SUBMITTED_AGAIN = 'The owner has sent this location again. Check it, then decide.';
export const CHOOSE_APPROVED = 'Choose the locations to approve.';
export const approvalLimit = (max: number) =>
  `At most ${formatCount(max, 'location')} can be approved at once. Select fewer.`;
export const ENTER_REASON = 'Enter a reason.';
export const ENTER_TEMPLATE_TITLE = 'Enter a title.';
export const ENTER_TASK = 'Enter what you need from the owner.';
export const TEMPLATE_NAME_TAKEN = 'Another template has this name.';
export const TEMPLATE_NOT_FOUND = cannotFind('template');
export const TEMPLATE_CHANGED = changedBySomebodyElse('template');
export const NO_OWNER_TO_ASK = 'This location has no owner who can be asked.';
export const OWNER_CANNOT_CHANGE =
  'This location is waiting for approval, so its owner cannot change it. Return it to the owner with your reasons instead.';
export const TASK_NOT_FOUND = cannotFind('request');
export const TASK_CLOSED = 'This request has been done or cancelled already.';
export const NO_CONTACTS = 'This location has no contacts.';
/** The command of a reviewer. */
export const RETURN_TO_OWNER = 'Return to the owner';
export const reviewedBy = (name: string) => `${name} is reviewing this location.`;
export const MANDATORY_FIELDS = 'There are mandatory fields not filled';
export const OWNER_SUBMITS = 'Only its owner can send a location for approval.';
export const TEAM_ONLY = 'Only the Locations Team can change these fields.';
export const OFFICE_FIXED = 'Only the Locations Team can change the film office of a location.';
export const FEATURED_FIXED = 'Only the Locations Team chooses the locations on the home page.';
export const OUTSIDE_AREA =
  'This would move the location out of the area of your film office. Ask the Locations Team to move it.';
export const NOT_SAVED = 'This is not saved yet.';
export const UPLOADS_PENDING = 'Not all images have arrived. Wait for them, or remove those still being uploaded.';
export const OWNER_CHANGED = 'This location has been assigned to another owner. Check who has it now, then try again.';
export const SAME_OWNER = 'This user already has the location.';
export const NOT_A_LOCATION_OWNER = 'This user is not a Location Owner. Choose another one.';
export const CONTACT_NOT_FOUND = cannotFind('contact');
export const CONTACT_CHANGED = changedBySomebodyElse('contact');
export const contactLimit = (max: number) => `A location has at most ${max} contacts. Delete one to add another.`;
export const ownerLocationLimit = (max: number) =>
  `An owner can have at most ${formatNumber(max)} locations. Please delete one that is no longer needed, or write to us.`;
export const ownerBytesLimit = (gigabytes: number) =>
  `The pictures of an owner can have ${gigabytes} GB together. Please delete some that are no longer needed, or write to us.`;
export const taskLimit = (max: number) =>
  `The owner of a location can be asked for at most ${max} things at a time. Cancel one that is no longer needed.`;
export const reasonTemplateLimit = (max: number) =>
  `There can be at most ${max} templates of reasons. Delete one first.`;
export const ENTER_TELEPHONE_OR_EMAIL = 'Enter a telephone number or an email address.';
export const legacyIdTaken = (title: string) => `“${title}” has this legacy id already. Each belongs to one location.`;
export const URL_TAKEN = 'Another location has this web address. Choose another.';
export const postcodeNotFound = () =>
  `We do not know where this ${getRegionName('postcode')} is. Choose the place on the map instead.`;
export const enterPostcode = (example: string) => `Enter ${getPostcodeWithArticle()} such as ${example}.`;
export const enterShortPostcode = () => `Enter ${getPostcodeWithArticle()} of at most 12 characters.`;
export const enterPostcodeOrPosition = () => `Enter ${getPostcodeWithArticle()}, or latitude and longitude.`;
export const ENTER_BOTH_COORDINATES = 'Enter both latitude and longitude, or neither.';
export const enterDegrees = (axis: keyof Position) =>
  `Enter degrees between -${MAX_DEGREES[axis]} and ${MAX_DEGREES[axis]}, such as ${getExamplePosition()[axis].toFixed(2)}.`;
export const ENTER_ONE_LINE = 'Enter this on one line.';
export const enterWholeNumber = (min: number, max: number) =>
  `Enter a whole number from ${min} to ${formatNumber(max)}.`;
export const CHOOSE_DAY = 'Choose a day.';
export const ENTER_NUMBER = 'Enter at least one number.';
export const ONE_SORT_COLUMN = 'Sort by one column.';
export const filterLimit = (max: number) => `You can add up to ${max} search filters`;
export const CHOOSE_CONTACT_DETAILS = 'Choose what to do with these details.';
export const IMAGE_NOT_FOUND = cannotFind('image');
export const IMAGE_CHANGED = changedBySomebodyElse('image');
export const imageLimit = (max: number) => `A location can have ${max} images. Delete some to add others.`;
export const ADD_AN_IMAGE = 'Add at least one image.';
export const IMAGE_FAILED = 'An image could not be processed. Remove it or add it again.';
export const IMAGES_IN_PROCESSING = 'The images are still being processed. Try again in a moment.';
export const CHOOSE_PRIMARY_IMAGE = 'Choose exactly one primary image.';
export const PUBLISHED = 'Record published successfully';
export const UNPUBLISHED = 'Record is now offline';
/** Shown to the owner after submitting. */
export const SUBMITTED = 'These details have been registered and are waiting for approval';
/** Shown to the owner of a location that awaits approval. */
export const BACK_TO_LOCATION = 'Back to the location';
export const BACK_TO_REVIEW = 'Back to the review';
export const RESTORED = 'The version has been restored. It is not public until you publish it.';
export const NOTHING_TO_RESTORE = 'The location is already as it was in this version.';
export const optionDeletedSince = (name: string) => `“${name}” was deleted from the list.`;
export const takenSince = (field: string, problem: string) => `${field} is unchanged: ${problem}`;
export const imagesAddedSince = (images: number) =>
  `${formatCount(images, 'image')} ${images === 1 ? 'was' : 'were'} added since and ${images === 1 ? 'stays' : 'stay'}, after the others.`;
export const PENDING_APPROVAL = 'Your location is pending approval, should you have a query, please contact our team';
/** For the Locations Team. */
export const AWAITS_APPROVAL = 'This location awaits approval. Publish it or return it to its owner first.';
export const STATUS_UPDATED = 'Location status updated successfully';
export const OWNERSHIP_CHANGED = 'Location owner changed successfully';
export const LOCATION_DELETED = 'Location has been deleted successfully';
/** Reads a catalogue, and reports what the import would change. */
export const IMPORT_COMMAND = 'recce import FILE --create-options';
export const NOBODY_FOUND = 'Sorry, no users were found.';
export const UNSAVED_CHANGES =
  'There are unsaved changes on the location details. Please save or discard or your changes by clicking on reset';
export const TAKES_A_WHILE = 'This may take a while, please do not close or refresh the window';
export const optionRemoved = (name: string, list: string) =>
  `“${name}” is no longer in the list of ${list}. Choose again.`;
export const urlStillPublished = (title: string) =>
  `“${title}” is still published at this web address. Publish that one first, or change this web address.`;
export const replyToWriteTo = (name: string) => `Reply to this email to write to ${name}.`;
export const BEING_DELETED =
  'The account of the owner was deleted, and this location is about to be deleted with it. To keep it, give it another owner first.';
export const MERGED_ALREADY = 'This location was merged into another one. Change that one instead.';
export const LOCATIONS_MERGED = 'The locations have been merged';
export const CHOOSE_TWO_LOCATIONS = 'Choose two different locations.';
export const mergeNeedsDecision = (title: string) =>
  `“${title}” is waiting for approval. Publish it or move it back first.`;
export const mergeNeedsDraft = (title: string) =>
  `The owner of “${title}” has changes that are not saved yet. Ask them to save or discard these first.`;
export const mergeKeepsPublished = (published: string, other: string) =>
  `“${published}” is published and “${other}” is not. Keep “${published}”, or publish the other one first.`;
export const CHOOSE_ONE_POSITION = 'Latitude and longitude come from the same location.';
