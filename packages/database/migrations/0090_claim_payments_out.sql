CREATE TABLE "insurance"."claim_acts" (
	"customer" text NOT NULL,
	"key" text NOT NULL,
	"claim" text NOT NULL,
	"kind" text NOT NULL,
	"result" text NOT NULL,
	"decided_by" text NOT NULL,
	"approved_by" text,
	"at" timestamp with time zone NOT NULL,
	"input" jsonb NOT NULL,
	"known" jsonb NOT NULL,
	"answer" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "claim_acts_customer_key_pk" PRIMARY KEY("customer","key"),
	CONSTRAINT "claim_acts_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "insurance"."payments_out" (
	"customer" text NOT NULL,
	"claim" text NOT NULL,
	"payment" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	"recipient" text NOT NULL,
	"recipient_ssn" text NOT NULL,
	"account" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"approved_at" timestamp with time zone NOT NULL,
	"ordered_at" timestamp with time zone,
	"paid_on" date,
	"fault" text,
	"ask_at" timestamp with time zone,
	CONSTRAINT "payments_out_customer_claim_payment_pk" PRIMARY KEY("customer","claim","payment"),
	CONSTRAINT "payments_out_key_unique" UNIQUE("key"),
	CONSTRAINT "payments_out_amount" CHECK ("insurance"."payments_out"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "insurance"."payments_out" ADD CONSTRAINT "payments_out_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_acts_age" ON "insurance"."claim_acts" USING btree ("at","key");--> statement-breakpoint
CREATE INDEX "payments_out_due" ON "insurance"."payments_out" USING btree ("ask_at") WHERE "insurance"."payments_out"."ask_at" is not null;