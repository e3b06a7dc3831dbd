-- What the Locations Team reads page by page: notifications, and a trail of a million entries.

-- Each order has an index that holds all columns by which they are filtered, so that every page of it, and how many there are, is
-- read off that index alone.
create index notifications_by_id on notifications (id) include (type, read_at);
create index notifications_by_type on notifications (type, id) include (read_at);
create index notifications_by_created_at on notifications (created_at, id) include (type, read_at);
drop index notifications_unread;
create index notifications_unread on notifications (type, id) where read_at is null;

-- The same for the trail. Its order by names is in no index, as names change and entries never do.
create index audit_logs_by_id on audit_logs (id) include (type, user_id, created_at);
create index audit_logs_by_type on audit_logs (type, id) include (user_id, created_at);
create index audit_logs_by_created_at on audit_logs (created_at, id) include (type, user_id);
create index audit_logs_by_user on audit_logs (user_id, id) include (type, created_at);
drop index audit_logs_created;
drop index audit_logs_user;
