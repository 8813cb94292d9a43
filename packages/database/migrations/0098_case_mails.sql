CREATE TABLE "case_mails" (
	"case_id" text NOT NULL,
	"id" text NOT NULL,
	"address" text NOT NULL,
	"name" text,
	"text" text NOT NULL,
	"quoted" text,
	"message_id" text,
	"is_automatic" boolean DEFAULT false NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"is_in_claim" boolean DEFAULT false NOT NULL,
	CONSTRAINT "case_mails_case_id_id_pk" PRIMARY KEY("case_id","id")
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "reply_token" text;--> statement-breakpoint
ALTER TABLE "case_mails" ADD CONSTRAINT "case_mails_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cases_by_reply_token" ON "cases" USING btree ("reply_token") WHERE reply_token is not null;