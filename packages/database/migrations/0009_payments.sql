CREATE TYPE "public"."payment_state" AS ENUM('started', 'paid', 'declined', 'cancelled');--> statement-breakpoint
CREATE TABLE "payments" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"actor_id" text NOT NULL,
	"state" "payment_state" NOT NULL,
	"amount" integer NOT NULL,
	"card_token" text NOT NULL,
	"card" text NOT NULL,
	"language" "language" NOT NULL,
	"reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_customer_id_id_pk" PRIMARY KEY("customer_id","id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "card_token" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "instalment_limit" integer;--> statement-breakpoint
ALTER TABLE "instalments" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_customer_id_payment_id_payments_customer_id_id_fk" FOREIGN KEY ("customer_id","payment_id") REFERENCES "public"."payments"("customer_id","id") ON DELETE no action ON UPDATE no action;