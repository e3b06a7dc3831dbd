-- Enquiries about several locations, their outcomes, an index for their search, and replies that arrive by mail.

-- The words of the search text. An overlong one would be rejected by the index.
create function split_enquiry_words(given text) returns text[] language sql immutable parallel safe
  return array(select distinct left(word, 255) from regexp_split_to_table(given, '\s+') word where word <> '');
-- Each word as the beginning of one. Immutable, so that the planner knows the words and can tell a rare one from a frequent one.
create function to_enquiry_query(given text) returns tsquery language sql immutable parallel safe
  return (
    select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
    from unnest(split_enquiry_words(fold_text(given))) word);
alter table enquiries add column words tsvector
  generated always as (array_to_tsvector(split_enquiry_words(search_text))) stored;
create index enquiries_words on enquiries using gin (words);

-- Once for all locations that a statement inserts.
create function record_enquiry_locations_words() returns trigger language plpgsql as $$
begin
  perform update_enquiry_search_text(enquiry_id) from (select distinct enquiry_id from added) changed;
  return null;
end $$;
create or replace trigger enquiry_locations_words after insert on enquiry_locations
  referencing new table as added for each statement execute function record_enquiry_locations_words();

-- All enquiries of an e-mail address.
create index enquiry_participants_email on enquiry_participants (lower(email));

-- The locations that an enquiry was passed on for; none if it was passed on before this table existed: then they are all of them.
create table enquiry_participant_locations (
  participant_id uuid not null references enquiry_participants on delete cascade,
  enquiry_id uuid not null,
  position integer not null,
  primary key (participant_id, position),
  foreign key (enquiry_id, position) references enquiry_locations on delete cascade
);
create index enquiry_participant_locations_location on enquiry_participant_locations (enquiry_id, position);

-- What came of an enquiry. Contains no personal data, and outlives the enquiry, so that the figures of past years stay.
create table enquiry_outcomes (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid unique references enquiries on delete set null,
  filmed boolean not null,
  -- Of filming, or of closing if the dates of filming are not known.
  year integer not null check (year between 1900 and 2200),
  days integer check (days between 1 and 3650),
  -- In the currency of the region.
  spend integer check (spend between 0 and 2000000000)
);
create index enquiry_outcomes_year on enquiry_outcomes (year) where filmed;
create table enquiry_outcome_areas (
  outcome_id uuid not null references enquiry_outcomes on delete cascade,
  -- Null after the option is deleted; its name is kept.
  option_id integer references options on delete set null,
  name text not null,
  primary key (outcome_id, name)
);
create index enquiry_outcome_areas_option on enquiry_outcome_areas (option_id) where option_id is not null;

-- The outcome of an enquiry that is deleted while it is not closed, such as spam, is void.
create function delete_void_outcome() returns trigger language plpgsql as $$
begin
  if old.state <> 'CLOSED' then
    delete from enquiry_outcomes where enquiry_id = old.id;
  end if;
  return old;
end $$;
create trigger enquiries_outcome before delete on enquiries for each row execute function delete_void_outcome();

-- HMACs of the networks that a file came from, until its message is sent.
alter table enquiry_files add column network_hashes text[];

-- The mails of the outbox that belong to a conversation: their ids are in the Message-ID. They outlive the outbox.
create table enquiry_mails (
  mail_id uuid primary key,
  participant_id uuid not null references enquiry_participants on delete cascade
);
create index enquiry_mails_participant on enquiry_mails (participant_id);

-- Of a message that came by mail: what it quotes, and a line for each attachment that was not accepted.
alter table enquiry_messages add column quoted_text text
  constraint enquiry_messages_quoted_text_check check (length(quoted_text) <= 50000);
alter table enquiry_messages add column omitted_files text[] not null default '{}';

-- How far the incoming mail is read. One node at a time reads it, until its lease ends.
create table inbound_mailboxes (
  -- Without the password.
  name text primary key,
  -- With another value, the server has numbered the mails anew.
  uid_validity bigint,
  last_uid bigint not null default 0,
  added_at timestamptz not null default now(),
  -- When all mails were last read.
  polled_at timestamptz,
  leased_by uuid,
  leased_until timestamptz
);
create table inbound_mails (
  -- Without brackets, or a hash of the mail if it has none.
  message_id text primary key check (length(message_id) between 1 and 1000),
  mailbox text not null references inbound_mailboxes on delete cascade,
  uid_validity bigint not null,
  uid bigint not null,
  outcome text not null
    check (outcome in ('ACCEPTED', 'AUTOMATIC', 'UNKNOWN', 'UNVERIFIED', 'REJECTED', 'FAILED')),
  attempts integer not null default 1,
  processed_at timestamptz not null
);
create index inbound_mails_processed on inbound_mails (processed_at);
create index inbound_mails_failed on inbound_mails (mailbox, uid) where outcome = 'FAILED';
