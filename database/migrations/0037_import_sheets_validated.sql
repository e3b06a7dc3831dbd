-- Checks the rows that are older than the wider constraint, without a lock that stops imports.
alter table import_sheets validate constraint import_sheets_number_check;
