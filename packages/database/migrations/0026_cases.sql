CREATE TYPE "public"."case_event_kind" AS ENUM('came', 'looked', 'assigned', 'released', 'answered', 'closed', 'reopened');--> statement-breakpoint
CREATE TYPE "public"."case_kind" AS ENUM('inquiry', 'form', 'claim', 'memo', 'change', 'privacy');--> statement-breakpoint
CREATE TYPE "public"."case_state" AS ENUM('open', 'answered', 'closed');--> statement-breakpoint
CREATE TABLE "case_answers" (
	"case_id" text NOT NULL,
	"id" text NOT NULL,
	"employee_id" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"recipient" text,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"fault" text,
	CONSTRAINT "case_answers_case_id_id_pk" PRIMARY KEY("case_id","id")
);
--> statement-breakpoint
CREATE TABLE "case_events" (
	"case_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"kind" "case_event_kind" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"employee_id" text,
	"employee_name" text,
	"note" text,
	CONSTRAINT "case_events_case_id_sequence_pk" PRIMARY KEY("case_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" "case_kind" NOT NULL,
	"matter_id" text NOT NULL,
	"customer_id" text,
	"language" "language" NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"state" "case_state" DEFAULT 'open' NOT NULL,
	"assignee_id" text,
	"assignee_name" text,
	"version" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "case_answers" ADD CONSTRAINT "case_answers_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_events" ADD CONSTRAINT "case_events_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cases_of_matter" ON "cases" USING btree ("kind","matter_id");--> statement-breakpoint
CREATE INDEX "cases_by_due" ON "cases" USING btree ("due_at","id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "cases_by_age" ON "cases" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "cases_of_customer" ON "cases" USING btree ("customer_id","opened_at");--> statement-breakpoint
-- What came in before there was a queue and waits, or is not known to have been answered, has its case from here on.
INSERT INTO "cases" ("id", "kind", "matter_id", "customer_id", "language", "opened_at", "due_at")
SELECT gen_random_uuid()::text, kind::case_kind, matter_id, customer_id, language, opened_at, opened_at + interval '2 days' FROM (
	SELECT CASE kind WHEN 'inquiry' THEN 'inquiry' ELSE 'form' END AS kind, id AS matter_id, NULL AS customer_id, language, received_at AS opened_at
	FROM "submissions" WHERE state = 'received' AND kind NOT IN ('lottery', 'forvarnarsignup', 'forvarnarsignout')
	UNION ALL SELECT 'claim', id, NULL, language, received_at FROM "claim_notices" WHERE customer_id IS NULL
	UNION ALL SELECT 'claim', c.id, c.customer_id, u.language, coalesce(c.reported_at, c.changed_at)
	FROM "claims" c JOIN "customers" u ON u.id = c.customer_id WHERE c.status IN ('received', 'reopened')
	UNION ALL SELECT 'memo', m.id, m.customer_id, u.language, m.written_at
	FROM "memos" m JOIN "customers" u ON u.id = m.customer_id
	UNION ALL SELECT 'change', id, customer_id, language, created_at FROM "change_requests" WHERE state = 'pending'
) AS waiting
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "case_events" ("case_id", "sequence", "kind", "at") SELECT id, 0, 'came', opened_at FROM "cases";
