-- concurrently
create index concurrently if not exists "acts_age" on "insurance"."acts" using btree ("at","key");
