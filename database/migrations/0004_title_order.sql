-- For sorting search results by title: the title without case, accents and punctuation. `recce reindex` fills it for locations that were
-- published before.
alter table search_terms add column title_key text collate "C" not null default '';
