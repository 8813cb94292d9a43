CREATE TYPE "public"."case_later_kind" AS ENUM('complaint');--> statement-breakpoint
CREATE TYPE "public"."complaint_cause" AS ENUM('handlingTime', 'decision', 'amount', 'information', 'service', 'price', 'other');--> statement-breakpoint
CREATE TYPE "public"."complaint_outcome" AS ENUM('upheld', 'partlyUpheld', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."complaint_subject" AS ENUM('claim', 'request', 'policy', 'other');--> statement-breakpoint
CREATE SEQUENCE "public"."complaint_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1;--> statement-breakpoint
CREATE TABLE "complaints" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"reference" text NOT NULL,
	"actor_id" text NOT NULL,
	"about" "complaint_subject" NOT NULL,
	"about_id" text,
	"text" text NOT NULL,
	"wishes" text NOT NULL,
	"language" "language" NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	"outcome" "complaint_outcome",
	"cause" "complaint_cause",
	"decided_by" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"letter" text,
	"note" text,
	CONSTRAINT "complaints_customer_id_id_pk" PRIMARY KEY("customer_id","id"),
	CONSTRAINT "complaints_reference_unique" UNIQUE("reference"),
	CONSTRAINT "complaints_about" CHECK (("complaints"."about" = 'other') = ("complaints"."about_id" is null)),
	CONSTRAINT "complaints_decided" CHECK (num_nulls("complaints"."outcome", "complaints"."cause", "complaints"."decided_by", "complaints"."decided_by_name", "complaints"."decided_at", "complaints"."letter") in (0, 6))
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "later_kind" "case_later_kind";--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "complaints_open" ON "complaints" USING btree ("customer_id","about","about_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "complaints_by_year" ON "complaints" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "complaints_by_words" ON "complaints" USING gin (find_words(null, reference));