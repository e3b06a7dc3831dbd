-- The impact of productions: figures, the formulas of estimates, and the survey at wrap.

-- Why a production was lost; counts while its stage is LOST.
alter table productions add column loss_reason text check (loss_reason in ('FINANCE', 'INCENTIVE', 'COST', 'NO_LOCATION', 'NO_CONSENT',
  'NO_CREW', 'DATES', 'OTHER'));
-- Whether the production allows that the public reads its title at the locations that it used, after the embargo.
alter table productions add column may_be_named boolean not null default false;

-- How figures are estimated: factor times the product of the inputs. A version never changes: the next one is another row.
create table impact_formulas (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  version integer not null check (version > 0),
  figure text not null check (figure in ('DAYS', 'CREW', 'CREW_DAYS', 'SPEND_LOCATIONS', 'SPEND_CREW', 'SPEND_ACCOMMODATION',
    'SPEND_SERVICES', 'SPEND_OTHER')),
  -- Other figures of the production, or its crew size.
  inputs text[] not null check (
    inputs <@ array['DAYS', 'CREW', 'CREW_DAYS', 'CREW_SIZE'] and cardinality(inputs) between 1 and 3),
  factor double precision not null check (factor > 0 and factor <= 1000000000),
  -- The kind of production that it is for; null for all.
  kind text check (kind in ('FEATURE_FILM', 'TELEVISION_DRAMA', 'TELEVISION_FACTUAL', 'SHORT_FILM', 'COMMERCIAL', 'MUSIC_VIDEO',
    'PHOTOGRAPHY', 'OTHER')),
  -- Where the factor comes from, so that a reader can check it.
  source text not null check (length(source) between 1 and 1000),
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  -- When the team stopped using it, also for a next version.
  retired_at timestamptz
);
create unique index impact_formulas_version on impact_formulas (lower(name), version);
create index impact_formulas_user on impact_formulas (user_id) where user_id is not null;

-- Incremented by every change of the figures or the survey of a production. No row before the first one.
create table production_impact (
  production_id uuid primary key references productions on delete cascade,
  version integer not null default 1
);

-- What a production has brought to the region. Days and people are whole numbers, spend is in whole units of the currency of the region.
create table production_figures (
  production_id uuid not null references productions on delete cascade,
  figure text not null check (figure in ('DAYS', 'CREW', 'CREW_DAYS', 'SPEND_LOCATIONS', 'SPEND_CREW', 'SPEND_ACCOMMODATION',
    'SPEND_SERVICES', 'SPEND_OTHER')),
  value integer not null check (value between 0 and 2000000000),
  basis text not null check (basis in ('DECLARED', 'MEASURED', 'ESTIMATED')),
  formula_id uuid references impact_formulas on delete restrict,
  -- Who entered it; null for an answer to the survey.
  user_id uuid references users on delete set null,
  from_survey boolean not null default false,
  recorded_at timestamptz not null,
  primary key (production_id, figure),
  constraint production_figures_formula check ((basis = 'ESTIMATED') = (formula_id is not null)),
  constraint production_figures_survey check (not from_survey or basis = 'DECLARED')
);
create index production_figures_formula_id on production_figures (formula_id) where formula_id is not null;
create index production_figures_user on production_figures (user_id) where user_id is not null;

-- The contact who is asked for the figures after the wrap. One survey of a production at a time.
create table impact_surveys (
  production_id uuid primary key references productions on delete cascade,
  person_id uuid not null references people on delete cascade,
  -- Null until it is sent, which waits for the wrap.
  sent_at timestamptz,
  reminders integer not null default 0 check (reminders between 0 and 2),
  answered_at timestamptz,
  withdrawn_at timestamptz,
  constraint impact_surveys_answered check (answered_at is null or sent_at is not null)
);
create index impact_surveys_person on impact_surveys (person_id);
create index impact_surveys_waiting on impact_surveys (sent_at) where answered_at is null and withdrawn_at is null;

-- The emails of surveys. The hash is of the secret of the link, issued when the email is sent.
create table impact_survey_mails (
  mail_id uuid primary key,
  production_id uuid not null references productions on delete cascade,
  token_hash bytea unique check (length(token_hash) = 32),
  created_at timestamptz not null
);
create index impact_survey_mails_production on impact_survey_mails (production_id, created_at);
