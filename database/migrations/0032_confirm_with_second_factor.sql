-- Confirming who one is with a passkey is begun and finished with a token, as log-ins are.
alter table second_factor_steps drop constraint second_factor_steps_purpose_check;
alter table second_factor_steps add constraint second_factor_steps_purpose_check
  check (purpose in ('log-in', 'passkey-log-in', 'add-passkey', 'confirm')) not valid;
