-- The list of productions finds companies by the same words as productions.
create index companies_production_words on companies using gin (array_to_tsvector(split_enquiry_words(fold_text(name))));
