-- concurrently
-- The runner refuses a database that has a number twice, before it migrates anything.
create unique index concurrently if not exists "policies_by_number" on "policies" using btree ("number");
