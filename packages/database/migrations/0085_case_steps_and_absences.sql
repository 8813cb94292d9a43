CREATE TYPE "public"."case_step" AS ENUM('noted', 'waiting', 'resumed', 'handedOver');--> statement-breakpoint
CREATE TYPE "public"."case_waits_for" AS ENUM('customer', 'colleague', 'core', 'bank', 'something');--> statement-breakpoint
ALTER TYPE "public"."case_draft_kind" ADD VALUE 'note';--> statement-breakpoint
ALTER TYPE "public"."case_draft_kind" ADD VALUE 'wait';--> statement-breakpoint
ALTER TYPE "public"."case_draft_kind" ADD VALUE 'handOver';--> statement-breakpoint
CREATE TABLE "case_mentions" (
	"case_id" text NOT NULL,
	"employee_id" text NOT NULL,
	"mentioned_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	CONSTRAINT "case_mentions_employee_id_case_id_pk" PRIMARY KEY("employee_id","case_id")
);
--> statement-breakpoint
CREATE TABLE "case_notes" (
	"case_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"text" text NOT NULL,
	"waits_for" "case_waits_for",
	"waits_until" date,
	"to_name" text,
	"mentions" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "case_notes_case_id_sequence_pk" PRIMARY KEY("case_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "absences" (
	"id" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"deputy_id" text,
	"entered_by" text NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "absences_days" CHECK ("absences"."first_day" <= "absences"."last_day"),
	CONSTRAINT "absences_deputy" CHECK ("absences"."deputy_id" <> "absences"."employee_id")
);
--> statement-breakpoint
ALTER TABLE "case_events" ADD COLUMN "step" "case_step";--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "waits_for" "case_waits_for";--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "waits_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "waits_until" date;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "waits_version" integer;--> statement-breakpoint
ALTER TABLE "case_mentions" ADD CONSTRAINT "case_mentions_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_case_id_sequence_case_events_case_id_sequence_fk" FOREIGN KEY ("case_id","sequence") REFERENCES "public"."case_events"("case_id","sequence") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_employee_id_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_deputy_id_employees_id_fk" FOREIGN KEY ("deputy_id") REFERENCES "public"."employees"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_mentions_case" ON "case_mentions" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "absences_by_last_day" ON "absences" USING btree ("last_day");--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_waits" CHECK (num_nulls("cases"."waits_for", "cases"."waits_since", "cases"."waits_until", "cases"."waits_version") in (0, 4));