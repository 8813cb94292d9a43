CREATE TYPE "public"."refund_state" AS ENUM('ordered', 'refunded', 'refused');--> statement-breakpoint
CREATE TABLE "refunds" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"state" "refund_state" NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_by_name" text NOT NULL,
	"approved_by" text NOT NULL,
	"approved_by_name" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"reference" text,
	"fault" text,
	CONSTRAINT "refunds_customer_id_id_pk" PRIMARY KEY("customer_id","id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_second_person" CHECK ("refunds"."approved_by" <> "refunds"."proposed_by"),
	CONSTRAINT "refunds_settled" CHECK (("refunds"."state" = 'ordered') = ("refunds"."settled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_customer_id_payment_id_payments_customer_id_id_fk" FOREIGN KEY ("customer_id","payment_id") REFERENCES "public"."payments"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("customer_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_ordered_once" ON "refunds" USING btree ("customer_id","payment_id") WHERE state = 'ordered';--> statement-breakpoint
CREATE INDEX "refunds_ordered" ON "refunds" USING btree ("ordered_at") WHERE state = 'ordered';--> statement-breakpoint
CREATE INDEX "refunds_by_day" ON "refunds" USING btree (coalesce("settled_at", "ordered_at"));