/**
 * A second implementation of the location states, as a test oracle: it shares no code with the product, only names. A location is its
 * working copy, and beside that its published version.
 */

/** The actor, relative to a location: its owner, another owner, and two members of the Locations Team. */
export type Who = 'owner' | 'otherOwner' | 'admin' | 'colleague';
/** The steps of the wizard with fields. */
export type Step = 0 | 1 | 2 | 5;
export type Fields = Readonly<Record<string, unknown>>;

/** An action on a location; `place` is its index, from 0. */
type LocationAction<Name extends string, With = unknown> = Name extends string
  ? { readonly kind: Name; readonly who: Who; readonly place: number } & With
  : never;

export type Action =
  | { readonly kind: 'create'; readonly by: 0 | 1; readonly fields: Fields }
  | { readonly kind: 'finish images'; readonly place: number }
  | { readonly kind: 'fail an image'; readonly place: number }
  | LocationAction<'save', { readonly save: Save }>
  | LocationAction<'add image' | 'add contact' | 'unpublish'>
  | LocationAction<'look'>
  | LocationAction<'publish' | 'move back' | 'delete', { readonly expectsVersion: boolean }>
  | LocationAction<'delete image' | 'make primary', { readonly image: number }>
  | LocationAction<'describe', { readonly image: number; readonly alt: string }>
  | LocationAction<'change contact' | 'delete contact', { readonly contact: number }>
  | LocationAction<'change owner', { readonly to: 0 | 1 }>
  | LocationAction<'add document'>
  | LocationAction<'delete document', { readonly document: number }>;

export interface Save {
  readonly fields: Fields;
  /** The steps that these fields belong to. */
  readonly steps: readonly Step[];
  /** Whether a field has an invalid value. */
  readonly malformed: boolean;
  /** Whether the expected version is out of date. */
  readonly stale: boolean;
  readonly submits: boolean;
  /** Whether it contains internal fields. */
  readonly internal: boolean;
}

interface Image {
  readonly number: number;
  readonly alt: string | null;
  readonly primary: boolean;
  readonly state: 'PROCESSING' | 'READY' | 'FAILED';
}

/** The public data of a location, in a form for comparison. */
export interface PublicData {
  readonly locationurl: unknown;
  readonly title: unknown;
  readonly nearesttown: unknown;
  readonly description: unknown;
  readonly options: readonly string[];
  readonly position: string | null;
  readonly precision: unknown;
  readonly address: readonly unknown[];
  readonly featured: unknown;
  readonly attribution: unknown;
  readonly images: readonly { readonly number: number; readonly alt: unknown }[];
}

export interface Place {
  owner: 0 | 1;
  status: 'NEW' | 'CHANGED' | 'LIVE';
  location_status: 'DRAFT' | 'AWAITING_APPROVAL' | 'PUBLISHED';
  fields: Fields;
  /** In order. */
  images: Image[];
  /** In order of creation. */
  contacts: { readonly number: number; readonly primary: boolean }[];
  documents: number;
  online: PublicData | null;
  /** Number of saves of fields, and of submissions for approval. */
  saves: number;
  submissions: number;
  /** State when the Locations Team last loaded the record. */
  lastRead: Snapshot | null;
}

/** The data that a decision depends on: the fields, the public images and the submission. */
interface Snapshot {
  readonly saves: number;
  readonly images: string;
  /** Null if it was not awaiting approval. */
  readonly submission: number | null;
}

/** The outcome of an action: its message, audit log entry, notification and emails, or the reason for its rejection. */
export type Outcome =
  | {
      readonly message?: string;
      readonly audit?: string;
      /** Whether an entry about a version that was not checked comes before that. */
      readonly isUnchecked?: boolean;
      readonly notification?: string;
      readonly mails?: readonly string[];
    }
  | { readonly errorType: string; readonly reason?: RegExp };

const OPTION_FIELDS = [
  'category',
  'setting',
  'century',
  'condition',
  'ownershiptype',
  'localauthority',
  'filmoffice',
] as const;
const REQUIRED: Readonly<Record<Step, readonly string[]>> = {
  0: ['title', 'address1', 'postcode', 'telephone1', 'email', 'nearesttown'],
  1: [...OPTION_FIELDS, 'ownername'],
  2: ['description'],
  5: ['latitude', 'longitude'],
};
const STEPS = [0, 1, 2, 5] as const;
/** Fields required for publishing, besides valid images. */
const MANDATORY = ['title', 'address1', ...OPTION_FIELDS];

const TEAM_ACTIONS: ReadonlySet<Action['kind']> = new Set([
  ...(['look', 'publish', 'unpublish', 'move back', 'delete'] as const),
  ...(['change owner', 'add document', 'delete document'] as const),
]);

const NOT_FOUND = { errorType: 'NOT_FOUND' } as const;
const CONFLICT = { errorType: 'CONFLICT' } as const;
const NOT_ALLOWED = { errorType: 'FORBIDDEN' } as const;
/** The message when a location has changed since the decision maker loaded it. */
export const CHANGED_SINCE = /has changed this location\. Check it|has sent this location again/;
const OUTDATED = { errorType: 'CONFLICT', reason: CHANGED_SINCE } as const;

export class Model {
  /** In order of creation; null for a deleted one. */
  readonly places: (Place | null)[] = [];
  #numbers = 0;

  /** Applies an action to the model. Returns its expected outcome. */
  apply(action: Action): Outcome {
    if (action.kind === 'create') return this.#create(action);
    const place = this.places[action.place] ?? null;
    if (action.kind === 'finish images' || action.kind === 'fail an image') return processImages(place, action.kind);
    const isTeamAction = TEAM_ACTIONS.has(action.kind);
    const isTeam = action.who === 'admin' || action.who === 'colleague';
    if (isTeamAction && !isTeam) return NOT_ALLOWED;
    if (!place || action.who === 'otherOwner') return NOT_FOUND;
    switch (action.kind) {
      case 'look':
        place.lastRead = takeSnapshot(place);
        return {};
      case 'publish':
        return publish(place, action.expectsVersion);
      case 'unpublish':
        return takeOffline(place);
      case 'move back':
        return moveBack(place, action.expectsVersion);
      case 'delete':
        if (action.expectsVersion && hasChangedSinceRead(place)) return OUTDATED;
        this.places[action.place] = null;
        return {
          message: 'Location has been deleted successfully',
          audit: 'LOCATION_DELETED',
          isUnchecked: isUnchecked(place, action.expectsVersion),
        };
      case 'change owner':
        return changeOwner(place, action.to);
      case 'add document':
        place.documents += 1;
        return { audit: 'DOCUMENT_ADDED' };
      case 'delete document':
        if (action.document >= place.documents) return NOT_FOUND;
        place.documents -= 1;
        return { message: 'Document removed successfully', audit: 'DOCUMENT_DELETED' };
    }
    if (!isTeam && place.location_status === 'AWAITING_APPROVAL') return CONFLICT;
    switch (action.kind) {
      case 'save':
        return save(place, isTeam, action.save);
      case 'add image':
        place.images.push({
          number: (this.#numbers += 1),
          alt: null,
          primary: place.images.length === 0,
          state: 'PROCESSING',
        });
        return changed(place, isTeam, { audit: 'IMAGE_ADDED' });
      case 'delete image':
      case 'make primary':
      case 'describe':
        return changeImage(place, isTeam, action);
      case 'add contact': {
        const primary = place.contacts.length === 0;
        place.contacts.push({ number: (this.#numbers += 1), primary });
        return { audit: 'CONTACT_ADDED' };
      }
      case 'change contact':
      case 'delete contact':
        return changeContact(place, action);
    }
  }

  #create({ by, fields }: Action & { kind: 'create' }): Outcome {
    if (REQUIRED[0].some((field) => isEmpty(fields[field]))) return { errorType: 'INVALID' };
    this.places.push({
      owner: by,
      status: 'NEW',
      location_status: 'DRAFT',
      fields: { ...NOTHING, ...fields },
      images: [],
      contacts: [],
      documents: 0,
      online: null,
      saves: 0,
      submissions: 0,
      lastRead: null,
    });
    return { mails: ['location-registered'] };
  }
}

const NOTHING: Fields = {
  ...Object.fromEntries(OPTION_FIELDS.map((field) => [field, []])),
  description: '',
  ownername: '',
  latitude: null,
  longitude: null,
  map_precision: 'near',
  address_public: false,
  featured: false,
  attribution: '',
};

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function save(place: Place, isTeam: boolean, { fields, steps, malformed, stale, submits, internal }: Save): Outcome {
  if (stale) return CONFLICT;
  if (internal && !isTeam) return NOT_ALLOWED;
  const merged: Fields = { ...place.fields, ...fields };
  const isComplete = (step: Step) => REQUIRED[step].every((field) => !isEmpty(merged[field]));
  const isHalfPosition = isEmpty(merged['latitude']) !== isEmpty(merged['longitude']);
  if (malformed || isHalfPosition || (!isTeam && !steps.every(isComplete))) return { errorType: 'INVALID' };
  if (submits) {
    if (isTeam) return NOT_ALLOWED;
    if (!STEPS.every(isComplete)) return { errorType: 'INVALID' };
    const problem = findImagesProblem(place.images);
    if (problem) return { errorType: 'INVALID', reason: problem };
  }
  place.fields = merged;
  if (steps.length > 0 || internal) {
    place.saves += 1;
    changed(place, isTeam);
  }
  if (!submits) return isTeam ? { audit: 'LOCATION_UPDATED' } : {};
  place.location_status = 'AWAITING_APPROVAL';
  place.submissions += 1;
  return {
    message: 'These details have been registered and are waiting for approval',
    notification: place.online ? 'LOCATION_REQUESTING_UPDATES_APPROVAL' : 'LOCATION_REQUESTING_APPROVAL',
    mails: ['location-submitted', 'location-waiting'],
  };
}

/** Updates the status after a change of the working copy. A change by the team is LIVE if it equals the published version. */
function changed(place: Place, isTeam: boolean, outcome: Outcome = {}): Outcome {
  if (!isTeam) {
    place.status = place.online ? 'CHANGED' : 'NEW';
    place.location_status = 'DRAFT';
  } else if (place.online) {
    place.status = JSON.stringify(toPublicData(place)) === JSON.stringify(place.online) ? 'LIVE' : 'CHANGED';
  }
  return outcome;
}

function takeSnapshot({ saves, images, location_status, submissions }: Place): Snapshot {
  const shown = images.map(({ number, alt, primary }) => [number, alt, primary]);
  const submission = location_status === 'AWAITING_APPROVAL' ? submissions : null;
  return { saves, images: JSON.stringify(shown), submission };
}

/** Whether the working copy has changed since the team loaded the record; false if it never did. */
function hasChangedSinceRead(place: Place): boolean {
  const now = takeSnapshot(place);
  return place.lastRead !== null && (place.lastRead.saves !== now.saves || place.lastRead.images !== now.images);
}

function publish(place: Place, expectsVersion: boolean): Outcome {
  if (place.status === 'LIVE') return { errorType: 'CONFLICT', reason: /^This location is already live$/ };
  if (expectsVersion && hasChangedSinceRead(place)) return OUTDATED;
  if (MANDATORY.some((field) => isEmpty(place.fields[field])))
    return { errorType: 'INVALID', reason: /^There are mandatory fields not filled$/ };
  const problem = findImagesProblem(place.images);
  if (problem) return { errorType: 'INVALID', reason: problem };
  place.online = toPublicData(place);
  place.status = 'LIVE';
  place.location_status = 'PUBLISHED';
  return {
    message: 'Record published successfully',
    audit: 'LOCATION_PUBLISHED',
    isUnchecked: isUnchecked(place, expectsVersion),
    mails: ['location-published'],
  };
}

/** Whoever has not read a location cannot expect a version. */
function isUnchecked({ lastRead }: Place, expectsVersion: boolean): boolean {
  return !expectsVersion || !lastRead;
}

function takeOffline(place: Place): Outcome {
  if (place.status === 'NEW') return { errorType: 'CONFLICT', reason: /^This location is not live yet$/ };
  place.online = null;
  place.status = 'NEW';
  place.location_status = 'DRAFT';
  return { message: 'Record is now offline', audit: 'LOCATION_UNPUBLISHED', mails: ['location-offline'] };
}

function moveBack(place: Place, expectsVersion: boolean): Outcome {
  if (place.location_status !== 'AWAITING_APPROVAL') return CONFLICT;
  const readSubmission = place.lastRead?.submission ?? null;
  if (expectsVersion && readSubmission !== null && readSubmission !== place.submissions) return OUTDATED;
  place.location_status = 'DRAFT';
  const message = 'Location status updated successfully';
  return { message, audit: 'LOCATION_RETURNED', mails: ['location-moved-back'] };
}

/** Changing the owner does not change the state. */
function changeOwner(place: Place, to: 0 | 1): Outcome {
  if (to === place.owner) return CONFLICT;
  place.owner = to;
  return {
    message: 'Location owner changed successfully',
    audit: 'OWNERSHIP_CHANGED',
    mails: ['location-ownership-assigned', 'location-ownership-removed'],
  };
}

function changeImage(
  place: Place,
  isTeam: boolean,
  action: { kind: 'delete image' | 'make primary' | 'describe'; image: number; alt?: string },
): Outcome {
  const image = place.images[action.image];
  if (!image) return NOT_FOUND;
  if (action.kind === 'delete image') {
    const [first, ...others] = place.images.filter((other) => other !== image);
    place.images = first ? [image.primary ? { ...first, primary: true } : first, ...others] : [];
    return changed(place, isTeam, { audit: 'IMAGE_DELETED' });
  }
  place.images = place.images.map((other) =>
    action.kind === 'describe'
      ? { ...other, alt: other === image ? (action.alt ?? null) : other.alt }
      : { ...other, primary: other === image },
  );
  return changed(place, isTeam, { audit: 'IMAGE_UPDATED' });
}

function changeContact(place: Place, action: { kind: 'change contact' | 'delete contact'; contact: number }): Outcome {
  const contact = place.contacts[action.contact];
  if (!contact) return NOT_FOUND;
  if (action.kind === 'change contact') return { audit: 'CONTACT_UPDATED' };
  const [first, ...others] = place.contacts.filter((other) => other !== contact);
  place.contacts = first ? [contact.primary ? { ...first, primary: true } : first, ...others] : [];
  return { audit: 'CONTACT_DELETED' };
}

/** Processing of images by the worker. It changes no state of the location and notifies nobody. */
function processImages(place: Place | null, what: 'finish images' | 'fail an image'): Outcome {
  if (!place) return {};
  const failing = what === 'fail an image' ? place.images.find(({ state }) => state === 'PROCESSING') : undefined;
  place.images = place.images.map((image) => {
    if (image.state !== 'PROCESSING') return image;
    if (what === 'finish images') return { ...image, state: 'READY' };
    return image === failing ? { ...image, state: 'FAILED' } : image;
  });
  return {};
}

/** Returns the message of the first rule that the images break: there is one, all are processed, exactly one is primary. */
function findImagesProblem(images: readonly Image[]): RegExp | undefined {
  if (images.length === 0) return /at least one image/;
  if (images.some(({ state }) => state === 'FAILED')) return /could not be processed/;
  if (images.some(({ state }) => state === 'PROCESSING')) return /still being processed/;
  return images.filter(({ primary }) => primary).length === 1 ? undefined : /exactly one primary/;
}

/** Returns the public data of a location if it were published now. */
function toPublicData({ fields, images }: Pick<Place, 'fields' | 'images'>): PublicData {
  const { locationurl, title, nearesttown, description, featured, attribution } = fields;
  const address = ['address1', 'address2', 'address3', 'address4', 'postcode'].map((field) => fields[field]);
  return {
    locationurl,
    title,
    nearesttown,
    description,
    featured,
    attribution,
    options: OPTION_FIELDS.flatMap((field) => [fields[field]].flat() as string[]).toSorted(),
    position: formatPosition(fields),
    precision: fields['map_precision'],
    address: fields['address_public'] ? address.filter((line) => !isEmpty(line)) : [],
    images: [...images.filter(({ primary }) => primary), ...images.filter(({ primary }) => !primary)].map(
      ({ number, alt }) => ({ number, alt: alt ?? title }),
    ),
  };
}

/** Formats the public position: rounded to a metre, or to the degree where the map precision is lower. */
function formatPosition({ latitude, longitude, map_precision }: Fields): string | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  const decimals = map_precision === 'exact' ? 5 : 0;
  return `${latitude.toFixed(decimals)} ${longitude.toFixed(decimals)}`;
}
