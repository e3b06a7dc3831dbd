import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** The tables of database/migrations as the code sees them; a test compares the two. Features write only their own. */
export interface Database {
  options: Options;
  locations: Locations;
  location_options: LocationOptions;
  location_list: LocationList;
  pictures: Pictures;
  images: Images;
  location_drafts: LocationDrafts;
  contacts: Contacts;
  uploads: Uploads;
  orphaned_uploads: OrphanedUploads;
  upload_quotas: UploadQuotas;
  documents: Documents;
  orphaned_documents: OrphanedDocuments;
  published_locations: PublishedLocations;
  search_terms: SearchTerms;
  search_words: SearchWords;
  change_versions: ChangeVersions;
  catalogue_changes: CatalogueChanges;
  pages: Pages;
  navigation: Navigation;
  content_drafts: ContentDrafts;
  settings: Settings;
  enquiries: Enquiries;
  used_challenges: UsedChallenges;
  secrets: Secrets;
  outbox: Outbox;
  audit_logs: AuditLogs;
  users: Users;
  sessions: Sessions;
  account_tokens: AccountTokens;
  login_attempts: LoginAttempts;
  notifications: Notifications;
  boards: Boards;
  board_locations: BoardLocations;
  board_shares: BoardShares;
  share_mail_log: ShareMailLog;
}

/** A moment that the database fills in when it is not given. */
type Moment = ColumnType<Date, Date | undefined, Date>;

/** What the database makes of other columns. */
type Derived<Value> = ColumnType<Value, never, never>;

interface Options {
  id: Generated<number>;
  field: string;
  name: string;
  position: number;
}

interface Locations {
  id: Generated<string>;
  version: Generated<number>;
  status: Generated<'NEW' | 'CHANGED' | 'LIVE'>;
  location_status: Generated<'DRAFT' | 'AWAITING_APPROVAL' | 'PUBLISHED'>;
  locationidentifier: number | null;
  dynamicsid: string | null;
  title: string;
  locationurl: string;
  address1: string | null;
  address2: string | null;
  address3: string | null;
  address4: string | null;
  postcode: string | null;
  address_public: Generated<boolean>;
  telephone1: string | null;
  telephone2: string | null;
  email: string | null;
  nearesttown: string | null;
  ownername: string | null;
  description: string | null;
  latitude: number | null;
  longitude: number | null;
  map_precision: Generated<'exact' | 'near' | 'area'>;
  featured: Generated<boolean>;
  sample: Generated<boolean>;
  attribution: string | null;
  exporttowebsite: boolean | null;
  visited: boolean | null;
  /** 'YYYY-MM-DD', as every date without a time. */
  datevisited: string | null;
  visitedby: string | null;
  datefirstcontacted: string | null;
  datefinalcontact: string | null;
  style: string | null;
  parking: string | null;
  noise: string | null;
  access: string | null;
  previoususe: string | null;
  remarks: string | null;
  internalteamnotes: string | null;
  migrationnotes: string | null;
  owner_id: string | null;
  submitted_at: Date | null;
  /** What it lacked when it was last published. */
  published_without: Generated<string[]>;
  creationdate: Moment;
  lastmodificationdate: Moment;
}

interface LocationDrafts {
  id: Generated<string>;
  owner_id: string;
  location_id: string | null;
  version: Generated<number>;
  fields: JSONColumnType<Record<string, unknown>>;
  was: JSONColumnType<Record<string, unknown>>;
  updated_at: Moment;
}

interface Contacts {
  id: Generated<string>;
  location_id: string;
  version: Generated<number>;
  firstname: string;
  lastname: string;
  telephone: string | null;
  email: string | null;
  is_primary: Generated<boolean>;
  created_at: Moment;
}

interface Uploads {
  id: Generated<string>;
  location_id: string | null;
  user_id: string;
  name: string;
  bytes: number;
  received: Generated<number>;
  state: Generated<'RECEIVING' | 'CHECKING' | 'REFUSED' | 'TAKEN'>;
  problem: string | null;
  sha256: string | null;
  attempts: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

interface OrphanedUploads {
  id: string;
}

interface UploadQuotas {
  user_id: string;
  /** As 2026-11-12, in UTC. */
  day: string;
  bytes: number;
}

interface Documents {
  id: string;
  location_id: string;
  name: string;
  bytes: number;
  uploaded_by: string;
  created_at: Moment;
}

interface OrphanedDocuments {
  id: string;
  delete_after: Moment;
}

interface LocationOptions {
  location_id: string;
  option_id: number;
  field: string;
}

/** Written by triggers alone. */
interface LocationList {
  id: string;
  title: string;
  locationidentifier: number | null;
  status: 'NEW' | 'CHANGED' | 'LIVE';
  location_status: 'DRAFT' | 'AWAITING_APPROVAL' | 'PUBLISHED';
  exporttowebsite: boolean | null;
  visited: boolean | null;
  hasimages: boolean;
  creationdate: Date;
  lastmodificationdate: Date;
  option_ids: number[];
  words: unknown;
}

interface Pictures {
  sha256: string;
  content_type: 'image/jpeg' | 'image/png' | 'image/webp';
  bytes: number;
  width: number;
  height: number;
  placeholder: string | null;
  state: Generated<'PROCESSING' | 'READY' | 'FAILED'>;
  created_at: Moment;
}

interface Images {
  id: Generated<string>;
  location_id: string;
  sha256: string;
  position: number;
  is_primary: Generated<boolean>;
  caption: string | null;
  alt: string | null;
  credit: string | null;
  licence: string | null;
  focal_x: Generated<number>;
  focal_y: Generated<number>;
  version: Generated<number>;
  name: string | null;
  taken_latitude: number | null;
  taken_longitude: number | null;
  taken_direction: number | null;
  created_at: Moment;
}

interface PublishedLocations {
  id: string;
  locationurl: string;
  title: string;
  nearesttown: string;
  description: string;
  option_ids: number[];
  latitude: number | null;
  longitude: number | null;
  featured: boolean;
  pictured: boolean;
  details: JSONColumnType<object, string>;
  published_at: Date;
}

interface SearchTerms {
  id: string;
  terms: string;
}

interface SearchWords {
  word: string;
  stem: string;
  length: number;
  letter_mask: number;
}

interface ChangeVersions {
  name: 'catalogue' | 'content';
  version: Generated<number>;
}

interface CatalogueChanges {
  version: number;
  location_id: string;
  changed_at: Moment;
}

interface Pages {
  name: string;
  title: string;
  content: JSONColumnType<object, string>;
  system: Generated<boolean>;
  updated_at: Moment;
}

interface Navigation {
  name: 'menu' | 'footer';
  content: JSONColumnType<object, string>;
  updated_at: Moment;
}

interface ContentDrafts {
  name: string;
  version: Generated<number>;
  content: ColumnType<object | null, string | null | undefined, string | null>;
  updated_at: Moment;
  updated_by: string | null;
}

interface Settings {
  name: 'maintenance';
  value: ColumnType<unknown, string, string>;
  updated_at: Moment;
}

interface Enquiries {
  id: Generated<string>;
  location_id: string | null;
  location_title: string | null;
  name: string;
  email: string;
  phone: string | null;
  comment: string;
  created_at: Moment;
}

interface UsedChallenges {
  signature: string;
  expires_at: Date;
}

interface Secrets {
  name: 'verification' | 'sign-in';
  value: string;
}

interface Outbox {
  id: Generated<string>;
  kind: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: Moment;
  attempts: Generated<number>;
  last_error: string | null;
  sent_at: Date | null;
  failed_at: Date | null;
}

interface AuditLogs {
  id: Generated<number>;
  user_id: string | null;
  type: number;
  location_id: string | null;
  board_id: string | null;
  details: ColumnType<unknown, string | undefined, string>;
  created_at: Moment;
}

export interface Users {
  id: Generated<string>;
  role: 'SCOUT' | 'OWNER' | 'ADMIN';
  first_name: string;
  last_name: string;
  email: string | null;
  password_hash: string | null;
  telephone1: string | null;
  jobtitle: string | null;
  websiteurl: string | null;
  created_at: Moment;
  email_verified_at: Date | null;
  enabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  version: Generated<number>;
  first_name_folded: Derived<string | null>;
  last_name_folded: Derived<string | null>;
  name_folded: Derived<string>;
  email_folded: Derived<string | null>;
  words: Derived<string | null>;
}

interface Sessions {
  id: Generated<string>;
  user_id: string;
  key_hash: Buffer;
  token_hash: Buffer;
  created_at: Moment;
  last_used_at: Moment;
}

export interface AccountTokens {
  token_hash: Buffer;
  user_id: string;
  purpose: 'reset-password' | 'verify-email';
  email: string;
  expires_at: Date;
}

interface LoginAttempts {
  subject_hash: Buffer;
  attempts: number;
  blocked_until: Date | null;
  expires_at: Date;
}

interface Notifications {
  id: Generated<number>;
  type: string;
  user_id: string | null;
  board_id: string | null;
  location_id: string | null;
  created_at: Moment;
  read_at: Date | null;
}

interface Boards {
  id: Generated<string>;
  user_id: string;
  title: string;
  private: Generated<boolean>;
  archived_at: Date | null;
  link: string | null;
  primary_location_id: string | null;
  created_at: Moment;
  updated_at: Moment;
}

interface BoardLocations {
  board_id: string;
  location_id: string;
  position: number;
  note: string | null;
  added_at: Moment;
}

interface BoardShares {
  id: Generated<string>;
  board_id: string;
  email: string;
  created_at: Moment;
}

interface ShareMailLog {
  user_id: string;
  queued_at: Date;
}
