-- Rows that an import leaves out are in its report, with the reason.

alter table import_rows
  -- Why the row is left out unless somebody selects it; null for others.
  add column left_out_reason text check (length(left_out_reason) between 1 and 60);
update import_rows r set left_out_reason = case when is_outside then 'OUTSIDE_REGION' else 'LIKELY_DUPLICATE' end
where is_outside or exists (
  select from import_row_duplicates d where d.import_id = r.import_id and d.position = r.position);
