-- Companies, and people, that look like one but are two, as somebody has decided. The smaller id is the first.
create table different_companies (
  a_id uuid not null references companies on delete cascade,
  b_id uuid not null references companies on delete cascade,
  primary key (a_id, b_id),
  check (a_id < b_id)
);
create index different_companies_second on different_companies (b_id);
create table different_people (
  a_id uuid not null references people on delete cascade,
  b_id uuid not null references people on delete cascade,
  primary key (a_id, b_id),
  check (a_id < b_id)
);
create index different_people_second on different_people (b_id);
