-- Archives of what the site has stored about a person, which they have asked for. The file is in the storage until the archive expires.
create table personal_data_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  state text not null default 'WAITING' check (state in ('WAITING', 'READY', 'FAILED')),
  requested_at timestamptz not null,
  finished_at timestamptz,
  -- The size of the file.
  bytes bigint check (bytes > 0),
  expires_at timestamptz,
  constraint personal_data_exports_finished check ((state = 'WAITING') = (finished_at is null)),
  constraint personal_data_exports_file check ((state = 'READY') = (bytes is not null)),
  constraint personal_data_exports_expiry check ((state = 'READY') = (expires_at is not null))
);
create index personal_data_exports_user on personal_data_exports (user_id, requested_at);
create unique index personal_data_exports_waiting on personal_data_exports (user_id) where state = 'WAITING';

-- Files of archives without a row, as orphaned_documents: recorded before a file is stored, and when its row is deleted.
create table orphaned_personal_data (
  id uuid primary key,
  delete_after timestamptz not null default now()
);
create index orphaned_personal_data_due on orphaned_personal_data (delete_after);

create function record_orphaned_personal_data() returns trigger language plpgsql as $$
begin
  insert into orphaned_personal_data (id) values (old.id) on conflict (id) do update set delete_after = now();
  return null;
end $$;
create trigger personal_data_exports_deleted after delete on personal_data_exports
  for each row execute function record_orphaned_personal_data();

-- A board whose owner has deleted it, or their account: nobody sees it any more, and a job deletes its rows.
alter table boards add column deleted_at timestamptz;
alter table boards add constraint boards_deleted_without_link check (deleted_at is null or link is null) not valid;

-- Deletions of accounts that have more than one transaction can delete: a job deletes batch by batch, and the back office shows how far it is.
create table account_deletions (
  -- The deleted account.
  user_id uuid primary key references users on delete cascade,
  started_at timestamptz not null,
  -- Null for the command line; the account itself for somebody who has deleted their own.
  started_by uuid,
  -- Locations of the account, and locations of its boards, at the beginning.
  total integer not null check (total >= 0),
  deleted integer not null default 0 check (deleted >= 0),
  finished_at timestamptz
);
create index account_deletions_open on account_deletions (started_at) where finished_at is null;
