CREATE TYPE "public"."transaction_type" AS ENUM('premium', 'payment', 'refund', 'fee', 'claim');--> statement-breakpoint
CREATE TABLE "transactions" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"sequence" integer NOT NULL,
	"booked_on" date NOT NULL,
	"type" "transaction_type" NOT NULL,
	"description_is" text NOT NULL,
	"description_en" text NOT NULL,
	"policy_id" text,
	"amount" integer NOT NULL,
	CONSTRAINT "transactions_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_in_order" ON "transactions" USING btree ("customer_id","sequence");