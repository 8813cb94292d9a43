-- concurrently
-- Policies are written all day; building this index must not hold them up.
create index concurrently if not exists "policy_items_insured" on "policy_items" using btree ((facts ->> 'ssn')) where kind = 'person';
