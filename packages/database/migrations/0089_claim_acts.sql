CREATE TYPE "public"."claim_act_state" AS ENUM('asked', 'done', 'referred', 'declined');--> statement-breakpoint
ALTER TYPE "public"."case_draft_kind" ADD VALUE 'claimDecide';--> statement-breakpoint
ALTER TYPE "public"."case_draft_kind" ADD VALUE 'claimAsk';--> statement-breakpoint
CREATE TABLE "claim_acts" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"claim_id" text NOT NULL,
	"case_id" text NOT NULL,
	"act" jsonb NOT NULL,
	"claim_version" bigint NOT NULL,
	"state" "claim_act_state" DEFAULT 'asked' NOT NULL,
	"employee_id" text NOT NULL,
	"employee_name" text NOT NULL,
	"approved_by" text,
	"amount" bigint,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"ask_again_at" timestamp with time zone,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unusable" jsonb,
	"receipt" jsonb
);
--> statement-breakpoint
ALTER TABLE "claim_acts" ADD CONSTRAINT "claim_acts_customer_id_claim_id_claims_customer_id_id_fk" FOREIGN KEY ("customer_id","claim_id") REFERENCES "public"."claims"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_acts_of_claim" ON "claim_acts" USING btree ("customer_id","claim_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_acts_asked" ON "claim_acts" USING btree ("customer_id","claim_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "claim_acts_to_ask" ON "claim_acts" USING btree ("ask_again_at") WHERE ask_again_at is not null;