-- concurrently
-- Customers pay all day; building this index must not hold them up.
create index concurrently if not exists "payments_started" on "payments" using btree ("created_at") where state = 'started';
