ALTER TABLE "change_requests" ADD COLUMN "apply_problem" jsonb;--> statement-breakpoint
-- A policy may already have two, one accepted for a later day: the index leaves the rows out that exist now.
ALTER TABLE "change_requests" ADD COLUMN "one_at_a_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "change_requests" ALTER COLUMN "one_at_a_time" SET DEFAULT true;--> statement-breakpoint
CREATE UNIQUE INDEX "change_requests_one_at_a_time" ON "change_requests" USING btree ("customer_id","policy_id") WHERE one_at_a_time and (state = 'pending' or apply_on is not null);
