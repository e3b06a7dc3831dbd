-- The order of enquiries by filming date, in both directions. Those without a date come last in both, so one index does not serve the other.
create index enquiries_by_filming on enquiries (filming_from, id) include (state, assignee_id);
create index enquiries_by_filming_desc on enquiries (filming_from desc nulls last, id desc) include (state, assignee_id);
