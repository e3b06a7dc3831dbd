-- Changes of many locations at once: what was asked for, and what became of each location.

create table bulk_changes (
  id uuid primary key default gen_random_uuid(),
  -- PREVIEW: nothing is changed until it is started. FAILED: the job could not go on; what it has changed stays.
  state text not null default 'PREVIEW'
    check (state in ('PREVIEW', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED', 'UNDOING', 'UNDONE')),
  -- What to do, as the request says it, with the names of options and of the new owner.
  action jsonb not null check (jsonb_typeof(action) = 'object' and action ? 'kind'),
  -- The options of the action. A deleted one makes the change fail for the locations that are left.
  option_ids integer[] not null default '{}',
  -- No foreign keys to accounts: they would lock the account after the locations.
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- The end of the time in which it can be undone.
  undo_until timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  constraint bulk_changes_started check ((state = 'PREVIEW') = (started_at is null)),
  constraint bulk_changes_finished check ((state in ('PREVIEW', 'RUNNING')) = (finished_at is null)),
  constraint bulk_changes_undo_until check ((finished_at is null) = (undo_until is null)),
  constraint bulk_changes_undone check ((state = 'UNDONE') = (undone_at is not null)),
  constraint bulk_changes_undone_by check (state not in ('UNDOING', 'UNDONE') or undone_by is not null)
);
create index bulk_changes_created_at on bulk_changes (created_at, id);

-- The selected locations. No foreign key to locations: the report names deleted ones too.
create table bulk_change_items (
  bulk_change_id uuid not null references bulk_changes on delete cascade,
  -- In the order of titles, from 1.
  position integer not null check (position > 0),
  location_id uuid not null,
  title text not null,
  -- PENDING: to be changed. SAME: has the value already. SKIPPED: not reached before the change was cancelled or failed.
  -- KEPT: not undone.
  state text not null check (state in ('PENDING', 'SAME', 'REFUSED', 'CHANGED', 'SKIPPED', 'UNDONE', 'KEPT')),
  -- Why it was refused or kept, and what is missing.
  reason text check (length(reason) between 1 and 60),
  detail text check (length(detail) between 1 and 1000),
  -- Which state of the location the preview has seen, and after the change: the one that the change has made.
  version integer not null,
  revision integer,
  revised_at timestamptz,
  -- The former values, until they can no longer be restored.
  before jsonb check (jsonb_typeof(before) = 'object'),
  primary key (bulk_change_id, position),
  constraint bulk_change_items_once unique (bulk_change_id, location_id),
  constraint bulk_change_items_reason check ((state in ('REFUSED', 'KEPT')) = (reason is not null)),
  constraint bulk_change_items_detail check (detail is null or reason is not null),
  constraint bulk_change_items_before check (before is null or state in ('CHANGED', 'UNDONE', 'KEPT'))
);
create index bulk_change_items_state on bulk_change_items (bulk_change_id, state, position);
-- Those whose former values are to be erased.
create index bulk_change_items_before on bulk_change_items (bulk_change_id) where before is not null;

-- Revisions of bulk changes and of their undoing. REPUBLISHED: an earlier published version is online again, that of `restored_number`;
-- null if it is older than the history.
alter table location_revisions drop constraint location_revisions_action_check;
alter table location_revisions add constraint location_revisions_action_check check (action in
  ('RECORDED', 'CREATED', 'CHANGED', 'IMPORTED', 'RESTORED', 'SUBMITTED', 'RETURNED', 'PUBLISHED', 'UNPUBLISHED', 'REPUBLISHED',
  'OWNER_CHANGED', 'MERGED')) not valid;
alter table location_revisions drop constraint location_revisions_origin_check;
alter table location_revisions add constraint location_revisions_origin_check
  check (origin in ('WIZARD', 'RECORD', 'BULK', 'UNDO', 'IMPORT', 'COMMAND_LINE', 'UPGRADE', 'MERGE')) not valid;
alter table location_revisions drop constraint location_revisions_restored_check;
alter table location_revisions add constraint location_revisions_restored_check check (case action
  when 'RESTORED' then restored_number is not null when 'REPUBLISHED' then true else restored_number is null end) not valid;
