import { describe, expect, test } from 'vitest';
import { findMigrationProblems } from './migration-rules.ts';

const RELEASES = ['0.1.0', '0.2.0'];
const check = (sql: string) => findMigrationProblems(sql, RELEASES);

describe('rejects what a running older release does not survive', () => {
  test.each([
    'alter table locations drop column notes',
    'alter table locations drop notes',
    'ALTER TABLE locations\n  RENAME COLUMN notes TO remarks',
    'alter table locations rename to places',
    'alter table locations add column region text not null',
    'alter table locations add region text not null, add column county text',
    'alter table locations alter column notes type varchar(10)',
    'alter table locations alter notes set not null',
    'alter table locations alter notes drop not null',
    'alter table locations alter notes drop default',
    'alter table locations add constraint locations_notes_check check (notes <> $$;$$)',
    "alter table locations add constraint locations_notes_check check (notes <> 'not valid')",
    'alter table locations add unique (notes)',
    'alter table locations add constraint locations_notes_key unique (notes) not valid',
    'alter table locations drop constraint locations_pkey',
    'alter table locations disable trigger all',
    'create unique index locations_notes on locations (notes)',
    'drop table locations',
    'drop view locations_view',
    'drop trigger locations_added on locations',
    'drop function record_change()',
    'drop index locations_notes',
    'truncate locations',
    'alter index locations_notes rename to locations_remarks',
    'alter type kind rename value $$a$$ to $$b$$',
    'revoke select on locations from recce_application',
    'do $$ begin alter table locations drop column notes; end $$',
    'do $$ begin if true then drop table locations; end if; end $$',
    "do $$ begin execute format('drop table %I', 'locations'); end $$",
    "select ';'; drop table locations",
    '/* ; */ drop table locations',
  ])('%s', (sql) => {
    expect(check(sql)).toHaveLength(1);
  });
});

describe('accepts what leaves everything in place', () => {
  test.each([
    'alter table locations add column region text',
    "alter table locations add column region text not null default ''",
    'alter table locations add column area integer constraint locations_area_check check (area between 0 and 9)',
    'alter table locations add column area numeric(3, 1), add column county text',
    'alter table locations add constraint locations_notes_check check (notes <> $$x$$) not valid',
    'alter table locations validate constraint locations_notes_check',
    'alter table change_versions drop constraint change_versions_name_check',
    'create index locations_notes on locations (notes)',
    'create table places (id integer not null); alter table places add unique (id); create unique index p on places (id)',
    'create function f() returns trigger language plpgsql as $$ begin drop table x; return null; end $$',
    "insert into options (name) values ('drop table locations;')",
    'update locations set notes = null where id is null',
    '-- drop table locations;\nselect 1',
  ])('%s', (sql) => {
    expect(check(sql)).toEqual([]);
  });
});

test.each(['commit', 'begin', 'rollback', 'create index concurrently i on t (c)', 'do $$ begin commit; end $$'])(
  'rejects %s, which the transaction of a migration does not survive, with any comment',
  (sql) => {
    expect(check(`-- contract: 0.1.0 does not use it\n${sql}`)).toHaveLength(1);
  },
);

test('accepts a breaking change that names the release which no longer uses it, for this statement only', () => {
  const contract = '-- contract: 0.2.0 reads remarks instead\nalter table locations drop column notes;\n';
  expect(check(contract)).toEqual([]);
  expect(check(`${contract}\nalter table locations drop column remarks;`)).toEqual([
    'line 4: ‘drop column remarks’: an older release may depend on what this changes',
  ]);
});

test.each([
  ['-- contract: 0.3.0 reads remarks instead', /^line 2: 0\.3\.0 is not released/],
  ['-- contract: 0.2.0', /^line 2: write the comment as: -- contract: RELEASE REASON$/],
  ['-- contract: nobody reads it', /^line 2: write the comment as/],
])('rejects the comment %s', (comment, message) => {
  expect(check(`${comment}\ndrop table locations`)).toEqual([expect.stringMatching(message)]);
});

test('rejects a contract comment that nothing needs', () => {
  expect(check('-- contract: 0.2.0 reads it\nselect 1')).toEqual([expect.stringMatching('remove it')]);
});
