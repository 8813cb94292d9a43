CREATE TYPE "public"."privacy_kind" AS ENUM('overview', 'erasure');--> statement-breakpoint
CREATE TYPE "public"."privacy_state" AS ENUM('requested', 'processing', 'ready', 'approved', 'done', 'refused');--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" "privacy_kind" NOT NULL,
	"state" "privacy_state" DEFAULT 'requested' NOT NULL,
	"language" "language" NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"extended_at" timestamp with time zone,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"file" text,
	"bytes" bigint,
	"fetched_at" timestamp with time zone,
	"kept" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failed_at" timestamp with time zone,
	CONSTRAINT "privacy_requests_customer_id_id_pk" PRIMARY KEY("customer_id","id"),
	CONSTRAINT "privacy_requests_due" CHECK ("privacy_requests"."due_at" > "privacy_requests"."requested_at")
);
--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_file_contents_key_fk" FOREIGN KEY ("file") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_id" ON "privacy_requests" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("customer_id","kind") WHERE state in ('requested', 'processing', 'approved');--> statement-breakpoint
CREATE INDEX "privacy_requests_newest" ON "privacy_requests" USING btree ("customer_id","kind","requested_at");--> statement-breakpoint
CREATE INDEX "privacy_requests_by_content" ON "privacy_requests" USING btree ("file") WHERE file is not null;