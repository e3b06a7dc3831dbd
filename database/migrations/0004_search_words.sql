-- Every word of the published catalogue with what is needed to find it by its stem and in spite of typos. Words are only
-- added; that a location still has one is looked up in search_terms. Analysing the catalogue anew clears what is left over.
create table search_words (
  word text collate "C" primary key,
  stem text collate "C" not null,
  -- In UTF-16 units, as edits are counted.
  length smallint not null,
  -- One bit for each letter that occurs, in 32 classes: an edit changes at most two.
  letters integer not null
);
create index search_words_stem on search_words (stem);
