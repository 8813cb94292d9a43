-- concurrently
-- Events are written all day; building this index must not hold them up.
create index concurrently if not exists "core_events_age" on "core_events" using btree ("occurred_at");
