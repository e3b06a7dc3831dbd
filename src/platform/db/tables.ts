// Generated from the migrated database by `npm run tables`; a test checks that it is current.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Every table and its columns; dates without a time are 'YYYY-MM-DD'. */
export interface Database {
  account_tokens: AccountTokens;
  audit_logs: AuditLogs;
  board_locations: BoardLocations;
  board_shares: BoardShares;
  boards: Boards;
  catalogue_changes: CatalogueChanges;
  change_versions: ChangeVersions;
  contacts: Contacts;
  content_drafts: ContentDrafts;
  documents: Documents;
  enquiries: Enquiries;
  images: Images;
  location_drafts: LocationDrafts;
  location_list: LocationList;
  location_options: LocationOptions;
  locations: Locations;
  login_attempts: LoginAttempts;
  navigation: Navigation;
  notifications: Notifications;
  options: Options;
  orphaned_documents: OrphanedDocuments;
  orphaned_uploads: OrphanedUploads;
  outbox: Outbox;
  pages: Pages;
  pictures: Pictures;
  published_locations: PublishedLocations;
  search_terms: SearchTerms;
  search_words: SearchWords;
  secrets: Secrets;
  sessions: Sessions;
  settings: Settings;
  share_mail_log: ShareMailLog;
  upload_quotas: UploadQuotas;
  uploads: Uploads;
  used_challenges: UsedChallenges;
  users: Users;
}

interface AccountTokens {
  token_hash: Buffer;
  user_id: string;
  purpose: 'reset-password' | 'verify-email';
  email: string;
  expires_at: Date;
}

interface AuditLogs {
  id: GeneratedAlways<number>;
  user_id: string | null;
  type: number;
  location_id: string | null;
  board_id: string | null;
  details: ColumnType<unknown, string | undefined, string>;
  created_at: Generated<Date>;
}

interface BoardLocations {
  board_id: string;
  location_id: string;
  position: number;
  note: string | null;
  added_at: Generated<Date>;
}

interface BoardShares {
  id: Generated<string>;
  board_id: string;
  email: string;
  created_at: Generated<Date>;
}

interface Boards {
  id: Generated<string>;
  user_id: string;
  title: string;
  private: Generated<boolean>;
  archived_at: Date | null;
  link: string | null;
  primary_location_id: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface CatalogueChanges {
  version: number;
  location_id: string;
  changed_at: Generated<Date>;
}

interface ChangeVersions {
  name: 'catalogue' | 'content';
  version: Generated<number>;
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
  created_at: Generated<Date>;
}

interface ContentDrafts {
  name: string;
  version: Generated<number>;
  content: ColumnType<object | null, string | null | undefined, string | null>;
  updated_at: Generated<Date>;
  updated_by: string | null;
}

interface Documents {
  id: string;
  location_id: string;
  name: string;
  bytes: number;
  uploaded_by: string;
  created_at: Generated<Date>;
}

interface Enquiries {
  id: Generated<string>;
  location_id: string | null;
  location_title: string | null;
  name: string;
  email: string;
  phone: string | null;
  comment: string;
  created_at: Generated<Date>;
}

interface Images {
  id: Generated<string>;
  location_id: string;
  version: Generated<number>;
  sha256: string;
  position: number;
  is_primary: Generated<boolean>;
  name: string | null;
  caption: string | null;
  alt: string | null;
  credit: string | null;
  licence: string | null;
  focal_x: Generated<number>;
  focal_y: Generated<number>;
  taken_latitude: number | null;
  taken_longitude: number | null;
  taken_direction: number | null;
  created_at: Generated<Date>;
}

interface LocationDrafts {
  id: Generated<string>;
  owner_id: string;
  location_id: string | null;
  version: Generated<number>;
  fields: ColumnType<Record<string, unknown>, string, string>;
  was: ColumnType<Record<string, unknown>, string, string>;
  updated_at: Generated<Date>;
}

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
  words: string;
}

interface LocationOptions {
  location_id: string;
  option_id: number;
  field: string;
}

interface Locations {
  id: Generated<string>;
  version: Generated<number>;
  status: Generated<'NEW' | 'CHANGED' | 'LIVE'>;
  location_status: Generated<'DRAFT' | 'AWAITING_APPROVAL' | 'PUBLISHED'>;
  locationidentifier: number | null;
  dynamicsid: string | null;
  owner_id: string | null;
  submitted_at: Date | null;
  title: string;
  locationurl: string;
  description: string | null;
  address1: string | null;
  address2: string | null;
  address3: string | null;
  address4: string | null;
  postcode: string | null;
  nearesttown: string | null;
  address_public: Generated<boolean>;
  telephone1: string | null;
  telephone2: string | null;
  email: string | null;
  ownername: string | null;
  latitude: number | null;
  longitude: number | null;
  map_precision: Generated<'exact' | 'near' | 'area'>;
  exporttowebsite: boolean | null;
  visited: boolean | null;
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
  featured: Generated<boolean>;
  sample: Generated<boolean>;
  attribution: string | null;
  published_without: Generated<string[]>;
  creationdate: Generated<Date>;
  lastmodificationdate: Generated<Date>;
  parkingspaces: number | null;
}

interface LoginAttempts {
  subject_hash: Buffer;
  attempts: number;
  blocked_until: Date | null;
  expires_at: Date;
}

interface Navigation {
  name: 'menu' | 'footer';
  content: ColumnType<object, string, string>;
  updated_at: Generated<Date>;
}

interface Notifications {
  id: GeneratedAlways<number>;
  type:
    | 'LOCATION_REQUESTING_APPROVAL'
    | 'LOCATION_REQUESTING_UPDATES_APPROVAL'
    | 'OWNER_REGISTERED'
    | 'SCOUT_REGISTERED'
    | 'BOARD_CREATED'
    | 'PRIVATE_BOARD_CREATED'
    | 'BOARD_DUPLICATED';
  user_id: string | null;
  board_id: string | null;
  location_id: string | null;
  created_at: Generated<Date>;
  read_at: Date | null;
}

interface Options {
  id: GeneratedAlways<number>;
  field: 'category' | 'setting' | 'century' | 'condition' | 'ownershiptype' | 'localauthority' | 'filmoffice';
  name: string;
  position: number;
}

interface OrphanedDocuments {
  id: string;
  delete_after: Generated<Date>;
}

interface OrphanedUploads {
  id: string;
}

interface Outbox {
  id: Generated<string>;
  kind: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: Generated<Date>;
  attempts: Generated<number>;
  last_error: string | null;
  sent_at: Date | null;
  failed_at: Date | null;
}

interface Pages {
  name: string;
  title: string;
  content: ColumnType<object, string, string>;
  system: Generated<boolean>;
  updated_at: Generated<Date>;
}

interface Pictures {
  sha256: string;
  content_type: 'image/jpeg' | 'image/png' | 'image/webp';
  bytes: number;
  width: number;
  height: number;
  placeholder: string | null;
  state: Generated<'PROCESSING' | 'READY' | 'FAILED'>;
  created_at: Generated<Date>;
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
  details: ColumnType<object, string, string>;
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

interface Secrets {
  name: 'verification' | 'sign-in';
  value: string;
}

interface Sessions {
  id: Generated<string>;
  user_id: string;
  key_hash: Buffer;
  token_hash: Buffer;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
}

interface Settings {
  name: 'maintenance';
  value: ColumnType<unknown, string, string>;
  updated_at: Generated<Date>;
}

interface ShareMailLog {
  user_id: string;
  queued_at: Date;
}

interface UploadQuotas {
  user_id: string;
  day: string;
  bytes: number;
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
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface UsedChallenges {
  signature: string;
  expires_at: Date;
}

interface Users {
  id: Generated<string>;
  version: Generated<number>;
  role: 'SCOUT' | 'OWNER' | 'ADMIN';
  first_name: string;
  last_name: string;
  email: string | null;
  password_hash: string | null;
  telephone1: string | null;
  jobtitle: string | null;
  websiteurl: string | null;
  created_at: Generated<Date>;
  email_verified_at: Date | null;
  enabled_at: Generated<Date | null>;
  first_name_folded: GeneratedAlways<string | null>;
  last_name_folded: GeneratedAlways<string | null>;
  email_folded: GeneratedAlways<string | null>;
  words: GeneratedAlways<string | null>;
  name_folded: GeneratedAlways<string>;
}
