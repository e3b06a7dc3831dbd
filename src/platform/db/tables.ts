// Generated from the migrated database by `npm run tables`; a test checks that it is current.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Every table and its columns; dates without a time are 'YYYY-MM-DD'. */
export interface Database {
  account_deletions: {
    user_id: string;
    started_at: Date;
    started_by: string | null;
    total: number;
    deleted: Generated<number>;
    finished_at: Date | null;
  };
  account_tokens: {
    token_hash: Buffer;
    user_id: string;
    purpose: 'reset-password' | 'verify-email';
    email: string;
    expires_at: Date;
    mail_id: string | null;
  };
  api_tokens: {
    id: Generated<string>;
    token_hash: Buffer;
    ending: string;
    name: string;
    user_id: string;
    permissions: string[];
    read_only: boolean;
    created_at: Date;
    expires_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
  };
  audit_logs: {
    id: GeneratedAlways<number>;
    user_id: string | null;
    type: number;
    location_id: string | null;
    board_id: string | null;
    details: ColumnType<unknown, string | undefined, string>;
    created_at: Generated<Date>;
  };
  authenticators: {
    user_id: string;
    secret: Buffer;
    confirmed_at: Date | null;
    last_period: number | null;
  };
  availability_entries: {
    id: Generated<string>;
    location_id: string;
    kind: 'BLOCKED' | 'LIKELY';
    first_day: string;
    last_day: string;
    repeats: 'WEEKLY' | 'YEARLY' | null;
    repeats_until: string | null;
    note: string;
    version: number;
    created_at: Date;
  };
  availability_occurrences: {
    entry_id: string;
    first_day: string;
    last_day: string;
  };
  board_answer_mails: {
    user_id: string;
    queued_at: Date;
  };
  board_answers: {
    guest_id: string;
    board_id: string;
    location_id: string;
    image_id: string | null;
    answer: 'YES' | 'MAYBE' | 'NO' | null;
    comment: string | null;
    answered_at: Date;
  };
  board_files: {
    id: Generated<string>;
    board_id: string;
    location_id: string;
    content_id: string;
    name: string;
    content_type: 'application/pdf' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    bytes: number;
    created_at: Date;
  };
  board_guest_links: {
    id: Generated<string>;
    board_id: string;
    name: string;
    secret: string;
    password_hash: string | null;
    expires_on: string | null;
    can_answer: boolean;
    answers_until: Date | null;
    can_download: boolean;
    shows_answers: boolean;
    created_at: Date;
    first_opened_at: Date | null;
    last_opened_at: Date | null;
    shows_notes: Generated<boolean>;
  };
  board_guests: {
    id: Generated<string>;
    link_id: string;
    token_hash: Buffer;
    has_password: boolean;
    name: string | null;
    role: string | null;
    first_opened_at: Date;
    last_opened_at: Date;
  };
  board_invitations: {
    share_id: string;
    mail_id: string;
    token_hash: Buffer;
    expires_at: Date;
  };
  board_location_images: {
    board_id: string;
    location_id: string;
    image_id: string;
    position: number;
  };
  board_locations: {
    board_id: string;
    location_id: string;
    position: number;
    note: string | null;
    added_at: Generated<Date>;
    state: Generated<'IDEA' | 'ASKED' | 'ANSWERED' | 'VISITED' | 'AGREED' | 'REFUSED'>;
    cost: number | null;
    cost_days: number | null;
    tags: Generated<string[]>;
  };
  board_photographs: {
    id: Generated<string>;
    board_id: string;
    location_id: string;
    upload_id: string | null;
    sha256: string | null;
    name: string;
    bytes: number;
    caption: string | null;
    alt: string | null;
    created_at: Date;
  };
  board_readers: {
    share_id: string;
    token_hash: Buffer;
    expires_at: Date;
  };
  board_scripts: {
    board_id: string;
    version: number;
    breakdown: ColumnType<unknown, string, string>;
    saved_at: Date;
  };
  board_section_locations: {
    board_id: string;
    location_id: string;
    section_id: string;
    locked_in: Generated<boolean>;
  };
  board_sections: {
    id: Generated<string>;
    board_id: string;
    title: string;
    notes: string | null;
    position: number;
  };
  board_shares: {
    id: Generated<string>;
    board_id: string;
    email: string;
    created_at: Generated<Date>;
    may_edit: Generated<boolean>;
  };
  boards: {
    id: Generated<string>;
    user_id: string;
    title: string;
    private: Generated<boolean>;
    archived_at: Date | null;
    link: string | null;
    primary_location_id: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
    version: Generated<number>;
  };
  bulk_change_items: {
    bulk_change_id: string;
    position: number;
    location_id: string;
    title: string;
    state: 'PENDING' | 'SAME' | 'REFUSED' | 'CHANGED' | 'SKIPPED' | 'UNDONE' | 'KEPT';
    reason: string | null;
    detail: string | null;
    version: number;
    revision: number | null;
    revised_at: Date | null;
    before: ColumnType<unknown | null, string | null | undefined, string | null>;
    line: number | null;
    is_new: Generated<boolean>;
  };
  bulk_changes: {
    id: Generated<string>;
    state: Generated<'PREVIEW' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED' | 'UNDOING' | 'UNDONE'>;
    action: ColumnType<unknown, string, string>;
    option_ids: Generated<number[]>;
    created_by: string;
    created_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
    undo_until: Date | null;
    undone_by: string | null;
    undone_at: Date | null;
  };
  call_out_answers: {
    id: Generated<string>;
    recipient_id: string;
    location_id: string | null;
    title: string | null;
    place: string | null;
    answer: 'YES' | 'NO' | null;
    days: string | null;
    note: string | null;
    answered_at: Date | null;
    deleted_title: string | null;
  };
  call_out_consents: {
    user_id: string;
    given_at: Date;
  };
  call_out_photographs: {
    id: Generated<string>;
    answer_id: string;
    upload_id: string | null;
    sha256: string | null;
    name: string;
    bytes: number;
    created_at: Date;
  };
  call_out_recipients: {
    id: Generated<string>;
    call_out_id: string;
    user_id: string;
    is_office: boolean;
    mail_id: string | null;
    token_hash: Buffer | null;
    sent_at: Date;
  };
  call_outs: {
    id: Generated<string>;
    production_id: string;
    brief: string;
    days_from: string | null;
    days_to: string | null;
    last_day: string;
    search: string;
    is_wanted: Generated<boolean>;
    version: Generated<number>;
    sent_at: Date | null;
    closed_at: Date | null;
    created_at: Date;
    answers_mailed_at: Date | null;
  };
  catalogue_changes: {
    version: number;
    location_id: string;
    changed_at: Generated<Date>;
  };
  change_versions: {
    name: 'catalogue' | 'content' | 'vocabulary';
    version: Generated<number>;
  };
  companies: {
    id: Generated<string>;
    name: string;
    website: string | null;
    email: string | null;
    telephone: string | null;
    notes: string | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    name_folded: GeneratedAlways<string>;
    name_key: GeneratedAlways<string | null>;
    email_key: GeneratedAlways<string | null>;
    telephone_key: GeneratedAlways<string | null>;
    words: GeneratedAlways<string>;
  };
  company_revisions: {
    company_id: string;
    number: number;
    action: 'CREATED' | 'CHANGED' | 'RESTORED' | 'MERGED';
    author_id: string | null;
    recorded_at: Date;
    restored_number: number | null;
    merged_id: string | null;
    fields: ColumnType<unknown, string, string>;
  };
  consent_area_outlines: {
    layer_id: number;
    number: number;
    outline: string;
    holes: Generated<string[]>;
  };
  consent_areas: {
    layer_id: number;
    number: number;
    name: string;
    kind: string | null;
    authority: string;
    contact: string | null;
    email: string | null;
    telephone: string | null;
    notice: string | null;
    consent: string | null;
    fees: string | null;
    link: string | null;
    authority_id: number | null;
    authority_field: GeneratedAlways<string>;
  };
  consent_layers: {
    id: GeneratedAlways<number>;
    name: string;
    attribution: string | null;
    installed_at: Generated<Date>;
  };
  contacts: {
    id: Generated<string>;
    location_id: string;
    version: Generated<number>;
    firstname: string;
    lastname: string;
    telephone: string | null;
    email: string | null;
    is_primary: Generated<boolean>;
    created_at: Generated<Date>;
  };
  content_drafts: {
    name: string;
    version: Generated<number>;
    content: ColumnType<object | null, string | null | undefined, string | null>;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  content_revisions: {
    name: string;
    number: number;
    previous: GeneratedAlways<number | null>;
    action: 'RECORDED' | 'SAVED' | 'RESTORED' | 'PUBLISHED' | 'DISCARDED' | 'DELETED';
    origin: 'EDITOR' | 'INSTALLATION' | 'UPGRADE';
    author_id: string | null;
    recorded_at: Date;
    restored_number: number | null;
    content_number: number | null;
    content: ColumnType<unknown | null, string | null | undefined, string | null>;
  };
  default_list_views: {
    user_id: string;
    list: string;
    view_id: string;
  };
  deleted_options: {
    id: number;
    field: string;
    name: string;
    deleted_at: Generated<Date>;
  };
  different_companies: {
    a_id: string;
    b_id: string;
  };
  different_people: {
    a_id: string;
    b_id: string;
  };
  documents: {
    id: string;
    location_id: string;
    name: string;
    bytes: number;
    uploaded_by: string;
    created_at: Generated<Date>;
  };
  duplicate_keys: {
    location_id: string;
    key: string;
  };
  duplicate_pairs: {
    a_id: string;
    b_id: string;
    score: number;
    reasons: ColumnType<unknown, string, string>;
    distance: number | null;
    found_at: Generated<Date>;
    dismissed_by: string | null;
    dismissed_at: Date | null;
  };
  duplicate_queue: {
    id: GeneratedAlways<number>;
    location_id: string;
  };
  empty_searches: {
    day: string;
    query: string;
    searches: Generated<number>;
  };
  enquiries: {
    id: Generated<string>;
    location_id: string | null;
    location_title: string | null;
    name: string;
    email: string;
    phone: string | null;
    comment: string;
    created_at: Generated<Date>;
    reference: string | null;
    state: Generated<'NEW' | 'IN_PROGRESS' | 'WAITING' | 'ANSWERED' | 'CLOSED' | 'SPAM'>;
    version: Generated<number>;
    assignee_id: string | null;
    production: string | null;
    production_kind:
      | 'FEATURE_FILM'
      | 'TELEVISION_DRAMA'
      | 'TELEVISION_FACTUAL'
      | 'SHORT_FILM'
      | 'COMMERCIAL'
      | 'MUSIC_VIDEO'
      | 'PHOTOGRAPHY'
      | 'OTHER'
      | null;
    filming_from: string | null;
    filming_to: string | null;
    crew_size: number | null;
    board_title: string | null;
    due_on: string | null;
    last_message_at: Generated<Date>;
    closed_at: Date | null;
    search_text: Generated<string>;
    words: GeneratedAlways<string | null>;
    board_id: string | null;
  };
  enquiry_files: {
    id: string;
    message_id: string | null;
    name: string;
    content_type:
      | 'application/pdf'
      | 'image/jpeg'
      | 'image/png'
      | 'image/webp'
      | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    bytes: number;
    position: Generated<number>;
    created_at: Generated<Date>;
    network_hashes: string[] | null;
  };
  enquiry_links: {
    token_hash: Buffer;
    participant_id: string;
    expires_at: Date;
    mail_id: string | null;
  };
  enquiry_locations: {
    enquiry_id: string;
    position: number;
    location_id: string | null;
    title: string;
  };
  enquiry_mails: {
    mail_id: string;
    participant_id: string;
  };
  enquiry_messages: {
    id: Generated<string>;
    enquiry_id: string;
    participant_id: string;
    written_by: 'TEAM' | 'PARTICIPANT';
    user_id: string | null;
    text: string;
    mail_message_id: string | null;
    created_at: Generated<Date>;
    quoted_text: string | null;
    omitted_files: Generated<string[]>;
  };
  enquiry_notes: {
    id: Generated<string>;
    enquiry_id: string;
    user_id: string | null;
    text: string;
    created_at: Generated<Date>;
  };
  enquiry_outcome_areas: {
    outcome_id: string;
    option_id: number | null;
    name: string;
  };
  enquiry_outcomes: {
    id: Generated<string>;
    enquiry_id: string | null;
    filmed: boolean;
    year: number;
    days: number | null;
    spend: number | null;
  };
  enquiry_participant_locations: {
    participant_id: string;
    enquiry_id: string;
    position: number;
  };
  enquiry_participants: {
    id: Generated<string>;
    enquiry_id: string;
    kind: 'SENDER' | 'OWNER' | 'FILM_OFFICE';
    name: string;
    email: string;
    created_at: Generated<Date>;
    office_id: number | null;
  };
  enquiry_templates: {
    id: Generated<string>;
    version: Generated<number>;
    name: string;
    text: string;
  };
  failed_logins: {
    user_id: string;
    network: string;
    first_at: Date;
    attempts: Generated<number>;
  };
  film_office_areas: {
    authority_id: number;
    authority_field: GeneratedAlways<string>;
    office_id: number;
    office_field: GeneratedAlways<string>;
  };
  images: {
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
  };
  impact_formulas: {
    id: Generated<string>;
    name: string;
    version: number;
    figure:
      | 'DAYS'
      | 'CREW'
      | 'CREW_DAYS'
      | 'SPEND_LOCATIONS'
      | 'SPEND_CREW'
      | 'SPEND_ACCOMMODATION'
      | 'SPEND_SERVICES'
      | 'SPEND_OTHER';
    inputs: string[];
    factor: number;
    kind:
      | 'FEATURE_FILM'
      | 'TELEVISION_DRAMA'
      | 'TELEVISION_FACTUAL'
      | 'SHORT_FILM'
      | 'COMMERCIAL'
      | 'MUSIC_VIDEO'
      | 'PHOTOGRAPHY'
      | 'OTHER'
      | null;
    source: string;
    user_id: string | null;
    created_at: Date;
    retired_at: Date | null;
  };
  impact_survey_mails: {
    mail_id: string;
    production_id: string;
    token_hash: Buffer | null;
    created_at: Date;
  };
  impact_surveys: {
    production_id: string;
    person_id: string;
    sent_at: Date | null;
    reminders: Generated<number>;
    answered_at: Date | null;
    withdrawn_at: Date | null;
  };
  import_mappings: {
    headings_key: string;
    mapping: ColumnType<unknown, string, string>;
    create_options: boolean;
    updated_at: Date;
    replacements: ColumnType<unknown, string | undefined, string>;
  };
  import_row_duplicates: {
    import_id: string;
    position: number;
    location_id: string;
    score: number;
  };
  import_rows: {
    import_id: string;
    position: number;
    line: number;
    cells: string[];
    unreadable: string | null;
    result: 'NEW' | 'CHANGED' | 'SAME' | 'REFUSED' | null;
    title: string | null;
    location_id: string | null;
    version: number | null;
    revision: number | null;
    revised_at: Date | null;
    publishes: Generated<boolean>;
    changes: ColumnType<unknown | null, string | null | undefined, string | null>;
    problems: Generated<string[]>;
    is_outside: Generated<boolean>;
    is_selected: boolean | null;
    left_out_reason: string | null;
  };
  import_sheets: {
    import_id: string;
    number: number;
    name: string;
    problem: string | null;
    headings: string[] | null;
    row_count: number | null;
    rows: ColumnType<unknown | null, string | null | undefined, string | null>;
    is_chosen: Generated<boolean>;
  };
  imports: {
    id: Generated<string>;
    version: Generated<number>;
    state: Generated<'MAPPING' | 'CHECKING' | 'CHECKED' | 'FAILED' | 'APPLIED'>;
    file_name: string;
    headings: string[];
    row_count: number;
    mapping: ColumnType<unknown, string, string>;
    create_options: Generated<boolean>;
    checked_rows: Generated<number>;
    new_options: ColumnType<unknown, string | undefined, string>;
    warnings: Generated<string[]>;
    created_by: string;
    created_at: Date;
    bulk_change_id: string | null;
    replacements: ColumnType<unknown, string | undefined, string>;
    unlisted_options: ColumnType<unknown, string | undefined, string>;
  };
  inbound_mailboxes: {
    name: string;
    uid_validity: number | null;
    last_uid: Generated<number>;
    added_at: Generated<Date>;
    polled_at: Date | null;
    leased_by: string | null;
    leased_until: Date | null;
  };
  inbound_mails: {
    message_id: string;
    mailbox: string;
    uid_validity: number;
    uid: number;
    outcome: 'ACCEPTED' | 'AUTOMATIC' | 'UNKNOWN' | 'UNVERIFIED' | 'REJECTED' | 'FAILED';
    attempts: Generated<number>;
    processed_at: Date;
  };
  known_devices: {
    user_id: string;
    device_hash: Buffer;
    last_used_at: Date;
  };
  last_backup: {
    is_only_row: Generated<boolean>;
    taken_at: Date;
    problems: number;
  };
  list_views: {
    id: Generated<string>;
    list: string;
    owner_id: string | null;
    name: string;
    content: ColumnType<unknown, string, string>;
    version: Generated<number>;
  };
  location_drafts: {
    id: Generated<string>;
    owner_id: string;
    location_id: string | null;
    version: Generated<number>;
    fields: ColumnType<Record<string, unknown>, string, string>;
    base_values: ColumnType<Record<string, unknown>, string, string>;
    updated_at: Generated<Date>;
  };
  location_facts: {
    location_id: string;
    fact: string;
    value: ColumnType<unknown, string, string>;
    source: 'OWNER' | 'TEAM' | 'CREW';
    stated_on: string;
  };
  location_list: {
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
    office_id: number | null;
    empty_fields: Generated<string[]>;
  };
  location_options: {
    location_id: string;
    option_id: number;
    field: string;
  };
  location_redirects: {
    locationurl: string;
    location_id: string;
    created_at: Generated<Date>;
  };
  location_reviews: {
    id: GeneratedAlways<number>;
    location_id: string;
    submitted_at: Date;
    decided_at: Date;
    decision: 'PUBLISHED' | 'RETURNED';
    decided_by: string | null;
    note: string | null;
    reasons: ColumnType<unknown, string | undefined, string>;
    is_open: Generated<boolean>;
  };
  location_revisions: {
    location_id: string;
    number: number;
    previous: GeneratedAlways<number | null>;
    action:
      | 'RECORDED'
      | 'CREATED'
      | 'CHANGED'
      | 'IMPORTED'
      | 'RESTORED'
      | 'SUBMITTED'
      | 'RETURNED'
      | 'PUBLISHED'
      | 'UNPUBLISHED'
      | 'REPUBLISHED'
      | 'OWNER_CHANGED'
      | 'MERGED';
    origin: 'WIZARD' | 'RECORD' | 'BULK' | 'UNDO' | 'IMPORT' | 'COMMAND_LINE' | 'UPGRADE' | 'MERGE';
    author_id: string | null;
    started_at: Date;
    recorded_at: Date;
    status: 'NEW' | 'CHANGED' | 'LIVE';
    owner_id: string | null;
    restored_number: number | null;
    content_number: number;
    fields: ColumnType<unknown | null, string | null | undefined, string | null>;
    option_ids: number[] | null;
    images: ColumnType<unknown | null, string | null | undefined, string | null>;
    merged_id: string | null;
    facts: ColumnType<unknown | null, string | null | undefined, string | null>;
  };
  locations: {
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
    merged_into: string | null;
  };
  login_attempts: {
    subject_hash: Buffer;
    attempts: number;
    blocked_until: Date | null;
    expires_at: Date;
  };
  look_book_logos: {
    user_id: string;
    content: Buffer;
    width: number;
    height: number;
    ground: 'NONE' | 'LIGHT' | 'DARK';
    alt: string;
    updated_at: Date;
  };
  look_book_previews: {
    user_id: string;
    expires_at: Date;
  };
  look_books: {
    id: Generated<string>;
    board_id: string;
    user_id: string;
    state: Generated<'WAITING' | 'READY' | 'FAILED' | 'DELETED'>;
    settings: ColumnType<unknown, string, string>;
    progress: Generated<number>;
    requested_at: Date;
    finished_at: Date | null;
    bytes: number | null;
    expires_at: Date | null;
    words: string[] | null;
  };
  map_files: {
    id: Generated<string>;
    kind: 'streets' | 'relief';
    details: ColumnType<object, string, string>;
    created_at: Generated<Date>;
    installed_at: Date | null;
    replaced_at: Date | null;
  };
  merged_companies: {
    id: string;
    company_id: string;
    fields: ColumnType<unknown, string, string>;
  };
  merged_people: {
    id: string;
    person_id: string;
    fields: ColumnType<unknown, string, string>;
  };
  navigation: {
    name: 'menu' | 'footer';
    content: ColumnType<object, string, string>;
    updated_at: Generated<Date>;
  };
  notifications: {
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
  };
  options: {
    id: GeneratedAlways<number>;
    field: 'category' | 'setting' | 'century' | 'condition' | 'ownershiptype' | 'localauthority' | 'filmoffice';
    name: string;
    position: number;
  };
  orphaned_board_files: {
    id: string;
    delete_after: Generated<Date>;
  };
  orphaned_documents: {
    id: string;
    delete_after: Generated<Date>;
  };
  orphaned_enquiry_files: {
    id: string;
    delete_after: Generated<Date>;
  };
  orphaned_look_books: {
    id: string;
    delete_after: Generated<Date>;
  };
  orphaned_personal_data: {
    id: string;
    delete_after: Generated<Date>;
  };
  orphaned_pictures: {
    id: string;
    delete_after: Generated<Date>;
  };
  orphaned_uploads: {
    id: string;
  };
  outbox: {
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
    has_link: Generated<boolean>;
    calendar: string | null;
  };
  owner_tasks: {
    id: Generated<string>;
    location_id: string;
    step: 'information' | 'features' | 'description' | 'contacts' | 'images' | 'area';
    text: string;
    state: Generated<'OPEN' | 'DONE' | 'CANCELLED'>;
    created_by: string | null;
    created_at: Date;
    closed_by: string | null;
    closed_at: Date | null;
  };
  pages: {
    name: string;
    title: string;
    content: ColumnType<object, string, string>;
    system: Generated<boolean>;
    updated_at: Generated<Date>;
  };
  passkeys: {
    id: Generated<string>;
    user_id: string;
    credential_id: Buffer;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  people: {
    id: Generated<string>;
    name: string;
    email: string | null;
    telephone: string | null;
    company_id: string | null;
    job_title: string | null;
    notes: string | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    name_folded: GeneratedAlways<string>;
    name_key: GeneratedAlways<string | null>;
    email_key: GeneratedAlways<string | null>;
    telephone_key: GeneratedAlways<string | null>;
    words: GeneratedAlways<string>;
  };
  person_revisions: {
    person_id: string;
    number: number;
    action: 'CREATED' | 'CHANGED' | 'RESTORED' | 'MERGED';
    author_id: string | null;
    recorded_at: Date;
    restored_number: number | null;
    merged_id: string | null;
    fields: ColumnType<unknown, string, string>;
  };
  personal_data_exports: {
    id: Generated<string>;
    user_id: string;
    state: Generated<'WAITING' | 'READY' | 'FAILED'>;
    requested_at: Date;
    finished_at: Date | null;
    bytes: number | null;
    expires_at: Date | null;
  };
  photograph_import_files: {
    import_id: number;
    location_id: string;
    path: string;
    image_id: string;
  };
  photograph_imports: {
    id: GeneratedAlways<number>;
    folder: string;
    table_name: string;
    run_at: Date;
    has_ended: Generated<boolean>;
    undone_at: Date | null;
  };
  pictures: {
    sha256: string;
    content_type: 'image/jpeg' | 'image/png' | 'image/webp';
    bytes: number;
    width: number;
    height: number;
    placeholder: string | null;
    state: Generated<'PROCESSING' | 'READY' | 'FAILED'>;
    created_at: Generated<Date>;
    perceptual_hash: string | null;
  };
  production_boards: {
    board_id: string;
    production_id: string;
    added_at: Date;
  };
  production_contacts: {
    production_id: string;
    person_id: string;
    role: string;
    position: number;
  };
  production_enquiries: {
    enquiry_id: string;
    production_id: string;
    added_at: Date;
  };
  production_entries: {
    id: Generated<string>;
    production_id: string;
    kind:
      | 'NOTE'
      | 'CREATED'
      | 'CHANGED'
      | 'ENQUIRY'
      | 'ENQUIRY_REMOVED'
      | 'LOCATION'
      | 'CONTACTS'
      | 'BOARD'
      | 'BOARD_REMOVED'
      | 'SENT';
    user_id: string | null;
    text: string | null;
    details: ColumnType<unknown, string | undefined, string>;
    created_at: Date;
  };
  production_figures: {
    production_id: string;
    figure:
      | 'DAYS'
      | 'CREW'
      | 'CREW_DAYS'
      | 'SPEND_LOCATIONS'
      | 'SPEND_CREW'
      | 'SPEND_ACCOMMODATION'
      | 'SPEND_SERVICES'
      | 'SPEND_OTHER';
    value: number;
    basis: 'DECLARED' | 'MEASURED' | 'ESTIMATED';
    formula_id: string | null;
    user_id: string | null;
    from_survey: Generated<boolean>;
    recorded_at: Date;
  };
  production_impact: {
    production_id: string;
    version: Generated<number>;
  };
  production_locations: {
    id: Generated<string>;
    production_id: string;
    location_id: string | null;
    title: string;
    state: 'OFFERED' | 'VISITED' | 'REFUSED' | 'AGREED' | 'USED';
    used_from: string | null;
    used_to: string | null;
    added_at: Date;
  };
  production_sending_locations: {
    sending_id: string;
    position: number;
    location_id: string | null;
    title: string;
  };
  production_sendings: {
    id: Generated<string>;
    production_id: string;
    board_id: string | null;
    link_id: string | null;
    title: string;
    recipient: string;
    user_id: string | null;
    sent_at: Date;
    look_book: string | null;
  };
  productions: {
    id: Generated<string>;
    reference: string;
    title: string;
    code_name: string | null;
    embargoed: Generated<boolean>;
    embargo_until: string | null;
    company_id: string | null;
    kind:
      | 'FEATURE_FILM'
      | 'TELEVISION_DRAMA'
      | 'TELEVISION_FACTUAL'
      | 'SHORT_FILM'
      | 'COMMERCIAL'
      | 'MUSIC_VIDEO'
      | 'PHOTOGRAPHY'
      | 'OTHER'
      | null;
    stage: Generated<'ENQUIRY' | 'DEVELOPMENT' | 'PREPARATION' | 'SHOOTING' | 'POST_PRODUCTION' | 'COMPLETED' | 'LOST'>;
    prep_from: string | null;
    shoot_from: string | null;
    shoot_to: string | null;
    post_to: string | null;
    crew_size: number | null;
    budget_band: 'UP_TO_250K' | 'UP_TO_1M' | 'UP_TO_5M' | 'UP_TO_20M' | 'OVER_20M' | null;
    needs: string | null;
    office_id: number | null;
    assignee_id: string | null;
    next_step: string | null;
    next_step_on: string | null;
    previous_id: string | null;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
    ended_at: Date | null;
    words: GeneratedAlways<string | null>;
    loss_reason: 'FINANCE' | 'INCENTIVE' | 'COST' | 'NO_LOCATION' | 'NO_CONSENT' | 'NO_CREW' | 'DATES' | 'OTHER' | null;
    may_be_named: Generated<boolean>;
  };
  published_impact: {
    year: number;
    content: ColumnType<unknown, string, string>;
    published_at: Date;
  };
  published_locations: {
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
  };
  reason_templates: {
    id: Generated<string>;
    version: Generated<number>;
    title: string;
    text: string;
  };
  recovery_codes: {
    code_hash: Buffer;
    user_id: string;
  };
  request_counts: {
    subject_hash: Buffer;
    requests: number;
    expires_at: Date;
  };
  review_claims: {
    location_id: string;
    user_id: string;
    claimed_at: Date;
  };
  search_pin_locations: {
    pin_id: string;
    position: number;
    location_id: string;
  };
  search_pins: {
    id: Generated<string>;
    version: Generated<number>;
    query: string;
    key: string;
    changed_by: string | null;
    changed_at: Date;
  };
  search_places: {
    id: GeneratedAlways<number>;
    name: string;
    names: string[];
    common: boolean;
    latitude: number;
    longitude: number;
    reach: number;
    area: ColumnType<unknown, string, string>;
    kind: Generated<'town' | 'village' | 'island' | 'council' | 'area' | 'postcode'>;
  };
  search_synonyms: {
    id: Generated<string>;
    version: Generated<number>;
    kind: 'EQUAL' | 'ONE_WAY';
    terms: string[];
    targets: string[];
    enabled: Generated<boolean>;
    changed_by: string | null;
    changed_at: Date;
  };
  search_terms: {
    id: string;
    terms: string;
    title_key: Generated<string>;
  };
  search_words: {
    word: string;
    stem: string;
    length: number;
    letter_mask: number;
  };
  second_factor_steps: {
    token_hash: Buffer;
    purpose: 'log-in' | 'passkey-log-in' | 'add-passkey' | 'confirm';
    user_id: string | null;
    attempts: Generated<number>;
    expires_at: Date;
    single_sign_on: Generated<boolean>;
  };
  secrets: {
    name: 'verification' | 'sign-in';
    value: string;
  };
  sent_look_books: {
    link_id: string;
    look_book_id: string;
    title: string;
    bytes: number;
    words: string[];
  };
  sessions: {
    id: Generated<string>;
    user_id: string;
    key_hash: Buffer;
    token_hash: Buffer;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    confirmed_at: Date | null;
    device: string | null;
    network: string | null;
    single_sign_on: Generated<boolean>;
    provider_second_factor: Generated<boolean>;
  };
  settings: {
    name: 'maintenance';
    value: ColumnType<unknown, string, string>;
    updated_at: Generated<Date>;
  };
  share_mail_log: {
    user_id: string;
    queued_at: Date;
  };
  single_sign_on_attempts: {
    state_hash: Buffer;
    browser_hash: Buffer;
    session_id: string | null;
    return_to: string | null;
    started_at: Date;
    expires_at: Date;
  };
  single_sign_on_links: {
    user_id: string;
    issuer: string;
    subject: string;
    linked_at: Date;
    last_used_at: Date;
  };
  site_region: {
    id: Generated<boolean>;
    name: string;
    time_zone: string | null;
  };
  thesaurus: {
    term: string;
    field: 'category' | 'setting' | 'century' | 'condition' | 'ownershiptype' | 'word' | 'ignored';
    value: string;
    related: boolean;
  };
  thesaurus_switches: {
    term: string;
    version: Generated<number>;
    enabled: boolean;
    changed_by: string | null;
    changed_at: Date;
  };
  upload_quotas: {
    user_id: string;
    day: string;
    bytes: number;
  };
  uploads: {
    id: Generated<string>;
    location_id: string | null;
    user_id: string;
    name: string;
    bytes: number;
    received: Generated<number>;
    state: Generated<'RECEIVING' | 'CHECKING' | 'REJECTED' | 'ACCEPTED'>;
    rejection_reason: string | null;
    sha256: string | null;
    attempts: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  used_challenges: {
    signature: string;
    expires_at: Date;
  };
  users: {
    id: Generated<string>;
    version: Generated<number>;
    role: 'SCOUT' | 'OWNER' | 'ADMIN' | 'FILM_OFFICE';
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
    name_folded: GeneratedAlways<string>;
    words: GeneratedAlways<string | null>;
    office_id: number | null;
    office_field: GeneratedAlways<string | null>;
  };
  viewing_mails: {
    mail_id: string;
    viewing_id: string;
    stop_id: string | null;
    person_id: string | null;
    token_hash: Buffer | null;
    created_at: Date;
  };
  viewing_party: {
    viewing_id: string;
    person_id: string;
  };
  viewing_stops: {
    id: Generated<string>;
    viewing_id: string;
    location_id: string | null;
    title: string;
    slot_from: string;
    slot_to: string;
    state: Generated<'PLANNED' | 'ASKED' | 'CONFIRMED' | 'DECLINED' | 'CANCELLED'>;
    contact_name: string | null;
    contact_email: string | null;
    contact_telephone: string | null;
    answer_note: string | null;
    version: Generated<number>;
    visit_recorded: Generated<boolean>;
    contact_choice: 'CONTACT' | 'ACCOUNT' | null;
    contact_id: string | null;
  };
  viewings: {
    id: Generated<string>;
    production_id: string;
    day: string;
    note: string | null;
    people: number;
    version: Generated<number>;
    sent_version: number | null;
    cancelled_at: Date | null;
    created_at: Date;
  };
}
