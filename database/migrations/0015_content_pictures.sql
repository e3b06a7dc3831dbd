-- A picture for pages belongs to no location. Its upload stays for a day once it is taken in, and says which picture it has become.
alter table uploads
  alter column location_id drop not null,
  add column sha256 text references pictures,
  drop constraint uploads_state_check,
  add check (state in ('RECEIVING', 'CHECKING', 'REFUSED', 'TAKEN')),
  add check ((state = 'TAKEN') = (sha256 is not null)),
  add check (state <> 'TAKEN' or location_id is null);
create index uploads_sha256 on uploads (sha256) where sha256 is not null;

-- Its pieces go as soon as it is taken in.
drop trigger uploads_refused on uploads;
create trigger uploads_decided after update of state on uploads
  for each row when (new.state in ('REFUSED', 'TAKEN')) execute function note_upload_remains();
