-- Call-outs: what a production looks for, sent to the owners of matching locations and to film offices. It never has the title of the
-- production.
create table call_outs (
  id uuid primary key default gen_random_uuid(),
  production_id uuid not null references productions on delete cascade,
  brief text not null check (length(brief) between 1 and 4000),
  -- The days of filming, if they are known.
  days_from date,
  days_to date,
  -- The last day for answers.
  last_day date not null,
  -- The search of the catalogue that finds the locations, as the query string of its URL.
  search text not null check (length(search) <= 4000),
  -- Whether the public page of wanted locations shows it while it is open.
  is_wanted boolean not null default false,
  -- Incremented by every change of the office; answers do not change a call-out.
  version integer not null default 1,
  -- When its first emails were queued: from then on it can only be sent again, or closed.
  sent_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  constraint call_outs_days check (days_to is null or (days_from is not null and days_from <= days_to)),
  constraint call_outs_closed check (closed_at is null or sent_at is not null)
);
create index call_outs_production on call_outs (production_id, created_at, id);

-- Owners who want emails about call-outs, since when. Nobody else gets one.
create table call_out_consents (
  user_id uuid primary key references users on delete cascade,
  given_at timestamptz not null
);

-- Who was sent a call-out: an account gets one email about each.
create table call_out_recipients (
  id uuid primary key default gen_random_uuid(),
  call_out_id uuid not null references call_outs on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Whether it was sent to a film office, which has no limit of emails.
  is_office boolean not null,
  mail_id uuid unique,
  -- The hash of the secret of the link, issued when the email is sent.
  token_hash bytea unique check (length(token_hash) = 32),
  sent_at timestamptz not null,
  constraint call_out_recipients_once unique (call_out_id, user_id)
);
create index call_out_recipients_user on call_out_recipients (user_id, sent_at);

-- What a recipient is asked about, and has answered: a location of the catalogue, or a place that they have suggested.
create table call_out_answers (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references call_out_recipients on delete cascade,
  -- Null for a suggested place that is not a location yet.
  location_id uuid references locations on delete cascade,
  -- The title and the whereabouts of a suggested place.
  title text check (length(title) between 1 and 150),
  place text check (length(place) between 1 and 120),
  -- Null before the answer.
  answer text check (answer in ('YES', 'NO')),
  -- The days on which it is possible, in the words of the owner.
  days text check (length(days) between 1 and 300),
  note text check (length(note) between 1 and 1000),
  answered_at timestamptz,
  constraint call_out_answers_location unique (recipient_id, location_id),
  constraint call_out_answers_about check (location_id is not null or title is not null),
  constraint call_out_answers_place check ((title is null) = (place is null)),
  constraint call_out_answers_answered check ((answer is null) = (answered_at is null))
);
create index call_out_answers_location_id on call_out_answers (location_id) where location_id is not null;

-- Photographs of an answer, which only the office sees.
create table call_out_photographs (
  id uuid primary key default gen_random_uuid(),
  answer_id uuid not null references call_out_answers on delete cascade,
  -- The upload until it has become a picture. A rejected one is deleted after a day, and this row with it.
  upload_id uuid references uploads on delete cascade,
  sha256 text references pictures,
  name text not null check (length(name) between 1 and 255),
  bytes integer not null check (bytes between 1 and 26214400),
  created_at timestamptz not null,
  constraint call_out_photographs_upload_or_picture check ((upload_id is null) <> (sha256 is null))
);
create index call_out_photographs_answer on call_out_photographs (answer_id, created_at, id);
create unique index call_out_photographs_upload on call_out_photographs (upload_id) where upload_id is not null;
create index call_out_photographs_sha256 on call_out_photographs (sha256) where sha256 is not null;

-- A node of any release may ingest the upload.
create function add_call_out_photograph() returns trigger language plpgsql as $$
begin
  update call_out_photographs set sha256 = new.sha256, upload_id = null where upload_id = new.id;
  return null;
end $$;
create trigger uploads_of_call_outs_accepted after update of state on uploads
  for each row when (new.state = 'ACCEPTED') execute function add_call_out_photograph();
