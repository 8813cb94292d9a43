CREATE TYPE "public"."submission_state" AS ENUM('unconfirmed', 'received', 'closed');--> statement-breakpoint
CREATE SEQUENCE "public"."submission_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1;--> statement-breakpoint
CREATE TABLE "prevention_subscribers" (
	"email" text PRIMARY KEY NOT NULL,
	"name" text,
	"topics" jsonb NOT NULL,
	"language" "language" NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"reference" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"language" "language" NOT NULL,
	"fields" jsonb NOT NULL,
	"state" "submission_state" NOT NULL,
	"email" text,
	"received_at" timestamp with time zone NOT NULL,
	"receipt_sent_at" timestamp with time zone,
	"handed_over_at" timestamp with time zone,
	"once" text,
	"confirmation" text,
	"forget_at" timestamp with time zone NOT NULL,
	CONSTRAINT "submissions_reference_unique" UNIQUE("reference"),
	CONSTRAINT "submissions_once_unique" UNIQUE("once"),
	CONSTRAINT "submissions_confirmation_unique" UNIQUE("confirmation")
);
--> statement-breakpoint
DROP INDEX "uploads_of_strangers";--> statement-breakpoint
CREATE INDEX "submissions_open" ON "submissions" USING btree ("received_at") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "submissions_age" ON "submissions" USING btree ("forget_at");--> statement-breakpoint
CREATE INDEX "uploads_of_strangers" ON "uploads" USING btree ("created_at") WHERE holder in ('visit', 'claimNotice', 'submission');