CREATE TYPE "public"."claim_line" AS ENUM('vehicle', 'windscreen', 'home', 'property', 'travel', 'accident', 'health', 'liability', 'work');--> statement-breakpoint
CREATE TYPE "public"."claim_payment_state" AS ENUM('paid', 'approved', 'awaitingDocuments');--> statement-breakpoint
CREATE TYPE "public"."claim_role" AS ENUM('customer', 'handler', 'surveyor', 'system');--> statement-breakpoint
CREATE TYPE "public"."upload_state" AS ENUM('receiving', 'checking', 'clean', 'refused');--> statement-breakpoint
CREATE SEQUENCE "public"."claim_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1;--> statement-breakpoint
CREATE TABLE "claim_drafts" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"line" "claim_line" NOT NULL,
	"form" jsonb NOT NULL,
	"step" integer NOT NULL,
	"language" "language" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "claim_drafts_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "claim_events" (
	"customer_id" text NOT NULL,
	"claim_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"status" "claim_status",
	"at" timestamp with time zone NOT NULL,
	"role" "claim_role" NOT NULL,
	"name" text,
	"note_is" text,
	"note_en" text,
	CONSTRAINT "claim_events_customer_id_claim_id_sequence_pk" PRIMARY KEY("customer_id","claim_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "claim_messages" (
	"customer_id" text NOT NULL,
	"claim_id" text NOT NULL,
	"id" text NOT NULL,
	"from_insurer" boolean NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "claim_messages_customer_id_claim_id_id_pk" PRIMARY KEY("customer_id","claim_id","id")
);
--> statement-breakpoint
CREATE TABLE "claim_payments" (
	"customer_id" text NOT NULL,
	"claim_id" text NOT NULL,
	"id" text NOT NULL,
	"title_is" text NOT NULL,
	"title_en" text NOT NULL,
	"recipient" text NOT NULL,
	"amount" integer NOT NULL,
	"state" "claim_payment_state" NOT NULL,
	"paid_on" date,
	"account" text,
	CONSTRAINT "claim_payments_customer_id_claim_id_id_pk" PRIMARY KEY("customer_id","claim_id","id")
);
--> statement-breakpoint
CREATE TABLE "upload_parts" (
	"customer_id" text NOT NULL,
	"upload_id" text NOT NULL,
	"offset" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "upload_parts_customer_id_upload_id_offset_pk" PRIMARY KEY("customer_id","upload_id","offset")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"holder" text NOT NULL,
	"holder_id" text NOT NULL,
	"name" text NOT NULL,
	"sender" text NOT NULL,
	"bytes" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"state" "upload_state" DEFAULT 'receiving' NOT NULL,
	"reason" text,
	"type" text,
	"key" text,
	"stored_bytes" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "uploads_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
DELETE FROM "claims" WHERE "status" = 'draft';--> statement-breakpoint
ALTER TABLE "claim_events" ALTER COLUMN "status" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "claims" ALTER COLUMN "status" SET DATA TYPE text;--> statement-breakpoint
DROP TYPE "public"."claim_status";--> statement-breakpoint
CREATE TYPE "public"."claim_status" AS ENUM('received', 'inProgress', 'awaitingDocuments', 'assessment', 'approved', 'partlyApproved', 'rejected', 'settled', 'closed', 'reopened', 'withdrawn');--> statement-breakpoint
ALTER TABLE "claim_events" ALTER COLUMN "status" SET DATA TYPE "public"."claim_status" USING "status"::"public"."claim_status";--> statement-breakpoint
ALTER TABLE "claims" ALTER COLUMN "status" SET DATA TYPE "public"."claim_status" USING "status"::"public"."claim_status";--> statement-breakpoint
ALTER TABLE "claims" ALTER COLUMN "policy_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "line" "claim_line";--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "form" jsonb;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "handler_name" text;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "handler_phone" text;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "needs" jsonb;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "needs_by" date;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "next_by" date;--> statement-breakpoint
ALTER TABLE "claim_drafts" ADD CONSTRAINT "claim_drafts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_events" ADD CONSTRAINT "claim_events_customer_id_claim_id_claims_customer_id_id_fk" FOREIGN KEY ("customer_id","claim_id") REFERENCES "public"."claims"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_messages" ADD CONSTRAINT "claim_messages_customer_id_claim_id_claims_customer_id_id_fk" FOREIGN KEY ("customer_id","claim_id") REFERENCES "public"."claims"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_payments" ADD CONSTRAINT "claim_payments_customer_id_claim_id_claims_customer_id_id_fk" FOREIGN KEY ("customer_id","claim_id") REFERENCES "public"."claims"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_customer_id_upload_id_uploads_customer_id_id_fk" FOREIGN KEY ("customer_id","upload_id") REFERENCES "public"."uploads"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_drafts_age" ON "claim_drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "uploads_of" ON "uploads" USING btree ("customer_id","holder","holder_id");--> statement-breakpoint
CREATE INDEX "uploads_by_content" ON "uploads" USING btree ("key");--> statement-breakpoint
CREATE INDEX "uploads_age" ON "uploads" USING btree ("created_at");