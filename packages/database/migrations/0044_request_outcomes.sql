CREATE SEQUENCE "public"."policy_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 5000001 CACHE 1;--> statement-breakpoint
ALTER TABLE "change_requests" ADD COLUMN "outcome" jsonb;--> statement-breakpoint
ALTER TABLE "change_requests" ADD COLUMN "awaits_customer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "change_requests" ADD COLUMN "messages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "change_requests" ADD COLUMN "apply_on" date;--> statement-breakpoint
CREATE UNIQUE INDEX "change_requests_by_id" ON "change_requests" USING btree ("id");--> statement-breakpoint
CREATE INDEX "change_requests_to_apply" ON "change_requests" USING btree ("apply_on") WHERE apply_on is not null;