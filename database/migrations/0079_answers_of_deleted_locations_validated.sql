-- Validates what 0078 has added: reads the rows without blocking writes.
alter table call_out_answers validate constraint call_out_answers_about;
