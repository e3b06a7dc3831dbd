-- What the Locations Team finds and sorts users by, and what shows that two of it change the same one.

-- Without case and accents, so that everybody is found on a plain keyboard: Ó Néill as neill, and among those with O.
create function folded(given text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g'));

-- The words of a folded text, each behind the letter of what it is of. Words end at blanks, signs and punctuation.
create function words_of(letter text, given text) returns text[] language sql immutable parallel safe
  return array(
    select letter || '/' || word
    from regexp_split_to_table(given, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+') word
    where word <> '');

alter table users
  add column version integer not null default 1,
  -- Of a deleted account, which nobody looks for, nothing.
  add column first_name_folded text collate "C"
    generated always as (case when enabled_at is not null then folded(first_name) end) stored,
  add column last_name_folded text collate "C"
    generated always as (case when enabled_at is not null then folded(last_name) end) stored,
  add column email_folded text collate "C" generated always as (folded(email)) stored,
  add column words tsvector generated always as (case when enabled_at is not null then array_to_tsvector(
    words_of('f', folded(first_name)) || words_of('l', folded(last_name)) || words_of('e', folded(email))) end) stored,
  -- Of a deleted account as well, which the trail goes on naming.
  add column name_folded text collate "C" not null generated always as (folded(first_name) || ' ' || folded(last_name)) stored;

create index users_words on users using gin (words) where enabled_at is not null;
-- In each order, so that a page is read off its index, however far behind.
create index users_by_first_name on users (first_name_folded, id) where enabled_at is not null;
create index users_by_last_name on users (last_name_folded, id) where enabled_at is not null;
create index users_by_email on users (email_folded, id) where enabled_at is not null;
create index users_by_id on users (id) where enabled_at is not null;
drop index users_role;
create index users_by_role on users (role, id) where enabled_at is not null;
create index users_by_name on users (name_folded, id);
