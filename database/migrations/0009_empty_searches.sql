-- What people searched for and did not find, counted by day. Nothing tells who searched.
create table empty_searches (
  day date not null,
  query text not null check (char_length(query) between 1 and 80),
  searches integer not null default 1 check (searches > 0),
  primary key (day, query)
);
create index enquiries_created_at on enquiries (created_at);
