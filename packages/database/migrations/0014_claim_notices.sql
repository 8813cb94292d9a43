ALTER TYPE "public"."claim_role" ADD VALUE 'visitor';--> statement-breakpoint
CREATE TABLE "claim_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"line" "claim_line" NOT NULL,
	"form" jsonb NOT NULL,
	"name" text NOT NULL,
	"ssn" text NOT NULL,
	"policy_number" text NOT NULL,
	"language" "language" NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"receipt_sent_at" timestamp with time zone,
	"customer_id" text,
	CONSTRAINT "claim_notices_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploads" RENAME COLUMN "customer_id" TO "owner_id";--> statement-breakpoint
ALTER TABLE "upload_parts" DROP CONSTRAINT "upload_parts_customer_id_upload_id_uploads_customer_id_id_fk";
--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_customer_id_customers_id_fk";
--> statement-breakpoint
DROP INDEX "uploads_of";--> statement-breakpoint
ALTER TABLE "upload_parts" DROP CONSTRAINT "upload_parts_customer_id_upload_id_offset_pk";--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_customer_id_id_pk";--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_offset_pk" PRIMARY KEY("upload_id","offset");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_id_pk" PRIMARY KEY("owner_id","id");--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "unverified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_notices" ADD CONSTRAINT "claim_notices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_notices_open" ON "claim_notices" USING btree ("received_at") WHERE customer_id is null;--> statement-breakpoint
CREATE INDEX "visits_age" ON "visits" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_id" ON "uploads" USING btree ("id");--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_of_visits" ON "uploads" USING btree ("created_at") WHERE holder = 'visit';--> statement-breakpoint
CREATE INDEX "uploads_of" ON "uploads" USING btree ("owner_id","holder","holder_id");--> statement-breakpoint
ALTER TABLE "upload_parts" DROP COLUMN "customer_id";