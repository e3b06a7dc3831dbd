-- Keys that every node shares and no page ever sees. Two random identifiers hold 244 bits from the server's strong generator.
create table secrets (
  name text primary key check (name in ('verification')),
  value text not null check (length(value) >= 64)
);
insert into secrets (name, value)
  values ('verification', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- Counts what one recipient was sent lately.
create index outbox_recipient on outbox (kind, lower(recipient), created_at);
