-- concurrently
-- The runner refuses a database that has a number twice, before it migrates anything.
create unique index concurrently if not exists "claims_by_number" on "claims" using btree ("number");
