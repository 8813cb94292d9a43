CREATE TYPE "public"."case_draft_kind" AS ENUM('answer', 'close', 'accept', 'refuse', 'ask', 'privacyExtend', 'privacyRefuse');--> statement-breakpoint
CREATE TABLE "case_drafts" (
	"case_id" text NOT NULL,
	"employee_id" text NOT NULL,
	"kind" "case_draft_kind" NOT NULL,
	"fields" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "case_drafts_case_id_employee_id_kind_pk" PRIMARY KEY("case_id","employee_id","kind")
);
--> statement-breakpoint
ALTER TABLE "case_drafts" ADD CONSTRAINT "case_drafts_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_drafts_age" ON "case_drafts" USING btree ("changed_at");