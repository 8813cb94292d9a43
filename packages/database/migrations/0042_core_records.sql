CREATE TYPE "public"."own_change_part" AS ENUM('contact', 'bankAccount', 'paymentMethod');--> statement-breakpoint
CREATE TABLE "core_records" (
	"source" text NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"id" text NOT NULL,
	"customer_id" text,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "core_records_source_type_key_pk" PRIMARY KEY("source","type","key")
);
--> statement-breakpoint
CREATE TABLE "own_changes" (
	"customer_id" text NOT NULL,
	"part" "own_change_part" NOT NULL,
	"id" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "own_changes_customer_id_part_pk" PRIMARY KEY("customer_id","part")
);
--> statement-breakpoint
ALTER TABLE "own_changes" ADD CONSTRAINT "own_changes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "core_records_of_aggregate" ON "core_records" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "core_records_of_customer" ON "core_records" USING btree ("customer_id");