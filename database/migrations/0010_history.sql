-- The history: every revision of the working copy of a location, and of a page, the menu or the footer. Written in the transaction of the
-- change, never changed afterwards, and deleted with the location.

-- Names of deleted options, since revisions refer to options by id: a renamed option is no change of the locations that have it.
create table deleted_options (
  id integer primary key,
  field text not null,
  name text not null,
  deleted_at timestamptz not null default now()
);
create function record_deleted_option() returns trigger language plpgsql as $$
begin
  insert into deleted_options (id, field, name) values (old.id, old.field, old.name);
  return null;
end $$;
create trigger options_deleted after delete on options for each row execute function record_deleted_option();

create table location_revisions (
  location_id uuid not null references locations on delete cascade,
  -- From 1 for each location, without gaps.
  number integer not null constraint location_revisions_number_check check (number > 0),
  previous integer generated always as (nullif(number - 1, 0)) stored,
  -- RECORDED: how the location was when its history began.
  action text not null constraint location_revisions_action_check check (action in
    ('RECORDED', 'CREATED', 'CHANGED', 'IMPORTED', 'RESTORED', 'SUBMITTED', 'RETURNED', 'PUBLISHED', 'UNPUBLISHED', 'OWNER_CHANGED')),
  origin text not null constraint location_revisions_origin_check
    check (origin in ('WIZARD', 'RECORD', 'IMPORT', 'COMMAND_LINE', 'UPGRADE')),
  -- Null for the command line. Accounts keep their row when they are deleted, without personal data but the name. No foreign keys to
  -- users, as in audit_logs: checking them would lock an account after the location, which could deadlock with its deletion.
  author_id uuid,
  -- The first change of the revision, and the last one: see location_revisions_protected.
  started_at timestamptz not null,
  recorded_at timestamptz not null,
  -- The status and the owner after the change.
  status text not null constraint location_revisions_status_check check (status in ('NEW', 'CHANGED', 'LIVE')),
  owner_id uuid,
  -- The revision whose content was restored.
  restored_number integer,
  -- The revision that stores the content: this one, or an earlier one if the content is the same.
  content_number integer not null,
  -- Columns of the working copy by name, without its options.
  fields jsonb constraint location_revisions_fields_check check (jsonb_typeof(fields) = 'object'),
  option_ids integer[],
  -- The images in their order, with their texts.
  images jsonb constraint location_revisions_images_check check (jsonb_typeof(images) = 'array'),
  primary key (location_id, number),
  constraint location_revisions_previous_fkey foreign key (location_id, previous) references location_revisions,
  constraint location_revisions_content_fkey foreign key (location_id, content_number) references location_revisions,
  constraint location_revisions_restored_fkey foreign key (location_id, restored_number) references location_revisions,
  constraint location_revisions_content_stored check (num_nonnulls(fields, option_ids, images) = case content_number when number then 3 else 0 end),
  constraint location_revisions_content_earlier check (content_number <= number),
  constraint location_revisions_restored_check check ((action = 'RESTORED') = (restored_number is not null)),
  constraint location_revisions_period check (started_at <= recorded_at)
);

-- Two changes are allowed. The last revision grows while an owner is editing: changes of one person in the wizard within ten minutes are
-- one revision. And details of a previous owner are erased once a change of the owner has removed them from the working copy.
create function protect_location_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from locations where id = old.location_id) then
      return null;
    end if;
  elsif to_jsonb(new) - 'fields' = to_jsonb(old) - 'fields'
    and new.fields = old.fields - '{ownername, telephone1, telephone2, email}'::text[] then
    return null;
  elsif (new.location_id, new.number, new.action, new.origin, new.author_id, new.started_at)
      = (old.location_id, old.number, 'CHANGED', 'WIZARD', old.author_id, old.started_at)
    and old.action = 'CHANGED' and old.origin = 'WIZARD' and new.recorded_at < old.started_at + interval '10 minutes'
    and not exists (select from location_revisions where location_id = old.location_id and number > old.number) then
    return null;
  end if;
  raise insufficient_privilege using message = 'revisions are written once and never changed';
end $$;
create trigger location_revisions_protected after update or delete on location_revisions
  for each row execute function protect_location_revision();

create table content_revisions (
  -- Of the page, menu or footer. Drafts keep their row when they are published or deleted.
  name text not null references content_drafts on delete cascade,
  number integer not null constraint content_revisions_number_check check (number > 0),
  previous integer generated always as (nullif(number - 1, 0)) stored,
  action text not null constraint content_revisions_action_check
    check (action in ('RECORDED', 'SAVED', 'RESTORED', 'PUBLISHED', 'DISCARDED', 'DELETED')),
  origin text not null constraint content_revisions_origin_check check (origin in ('EDITOR', 'INSTALLATION', 'UPGRADE')),
  author_id uuid,
  recorded_at timestamptz not null,
  restored_number integer,
  -- As for locations; null once the page is deleted.
  content_number integer,
  -- With the title, and without the name.
  content jsonb constraint content_revisions_content_check check (jsonb_typeof(content) = 'object'),
  primary key (name, number),
  constraint content_revisions_previous_fkey foreign key (name, previous) references content_revisions,
  constraint content_revisions_content_fkey foreign key (name, content_number) references content_revisions,
  constraint content_revisions_restored_fkey foreign key (name, restored_number) references content_revisions,
  constraint content_revisions_content_stored check ((content is not null) = coalesce(content_number = number, false)),
  constraint content_revisions_content_earlier check (content_number <= number),
  constraint content_revisions_deleted check (content_number is not null or action in ('DISCARDED', 'DELETED')),
  constraint content_revisions_restored_check check ((action = 'RESTORED') = (restored_number is not null))
);

create function protect_content_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from content_drafts where name = old.name) then
    return null;
  end if;
  raise insufficient_privilege using message = 'revisions are written once and never changed';
end $$;
create trigger content_revisions_append_only after update or delete on content_revisions
  for each row execute function protect_content_revision();

create function reject_revision_change() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'revisions are written once and never changed';
end $$;
create trigger content_revisions_kept before truncate on content_revisions
  for each statement execute function reject_revision_change();
create trigger location_revisions_kept before truncate on location_revisions
  for each statement execute function reject_revision_change();
