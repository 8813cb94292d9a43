CREATE TYPE "public"."approval_state" AS ENUM('waiting', 'approved', 'refused', 'returned', 'lapsed');--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"act" text NOT NULL,
	"line" text,
	"amount" bigint NOT NULL,
	"customer_id" text NOT NULL,
	"claim_id" text,
	"case_id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"payload_hash" text NOT NULL,
	"subject_version" integer NOT NULL,
	"state" "approval_state" DEFAULT 'waiting' NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_by_name" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"proposed_note" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"note" text,
	"lapsed_because" text,
	CONSTRAINT "approvals_amount" CHECK ("approvals"."amount" >= 0),
	CONSTRAINT "approvals_second_person" CHECK ("approvals"."decided_by" <> "approvals"."proposed_by"),
	CONSTRAINT "approvals_decided" CHECK (("approvals"."state" = 'waiting') = ("approvals"."decided_at" is null)),
	CONSTRAINT "approvals_decider" CHECK (("approvals"."decided_by" is null) = ("approvals"."decided_by_name" is null)),
	CONSTRAINT "approvals_by_somebody" CHECK ("approvals"."state" in ('waiting', 'lapsed') or "approvals"."decided_by" is not null),
	CONSTRAINT "approvals_waiting" CHECK ("approvals"."state" <> 'waiting' or "approvals"."decided_by" is null),
	CONSTRAINT "approvals_note" CHECK ("approvals"."state" not in ('refused', 'returned') or coalesce("approvals"."note", '') <> ''),
	CONSTRAINT "approvals_lapsed" CHECK (("approvals"."state" = 'lapsed') = ("approvals"."lapsed_because" is not null))
);
--> statement-breakpoint
CREATE TABLE "authorities" (
	"id" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"act" text NOT NULL,
	"line" text,
	"up_to" bigint NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"given_by" text NOT NULL,
	"given_by_name" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"confirmed_by" text,
	"confirmed_by_name" text,
	"confirmed_at" timestamp with time zone,
	"lowered_by" text,
	"lowered_at" timestamp with time zone,
	"ended_by" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "authorities_amount" CHECK ("authorities"."up_to" >= 0),
	CONSTRAINT "authorities_days" CHECK ("authorities"."valid_to" is null or "authorities"."valid_from" <= "authorities"."valid_to"),
	CONSTRAINT "authorities_others" CHECK ("authorities"."given_by" <> "authorities"."employee_id" and "authorities"."confirmed_by" <> "authorities"."employee_id"),
	CONSTRAINT "authorities_two_administrators" CHECK ("authorities"."confirmed_by" <> "authorities"."given_by"),
	CONSTRAINT "authorities_confirmed" CHECK (num_nulls("authorities"."confirmed_by", "authorities"."confirmed_by_name", "authorities"."confirmed_at") in (0, 3)),
	CONSTRAINT "authorities_lowered" CHECK (("authorities"."lowered_by" is null) = ("authorities"."lowered_at" is null)),
	CONSTRAINT "authorities_ended" CHECK (("authorities"."ended_by" is null) = ("authorities"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_customer_id_claim_id_claims_customer_id_id_fk" FOREIGN KEY ("customer_id","claim_id") REFERENCES "public"."claims"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorities" ADD CONSTRAINT "authorities_employee_id_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting_once" ON "approvals" USING btree ("case_id","act") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_of_case" ON "approvals" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "approvals_of_customer" ON "approvals" USING btree ("customer_id","claim_id");--> statement-breakpoint
CREATE INDEX "approvals_of_proposer" ON "approvals" USING btree ("proposed_by","proposed_at");--> statement-breakpoint
CREATE INDEX "authorities_of_employee" ON "authorities" USING btree ("employee_id");--> statement-breakpoint
CREATE UNIQUE INDEX "authorities_waiting" ON "authorities" USING btree ("employee_id","act",coalesce(line, '')) WHERE confirmed_at is null and ended_at is null;