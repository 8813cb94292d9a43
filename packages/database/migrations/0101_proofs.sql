CREATE TYPE "public"."proof_kind" AS ENUM('insurance', 'claimsHistory');--> statement-breakpoint
CREATE TYPE "public"."proof_purpose" AS ENUM('bank', 'landlord', 'leasing', 'authority', 'other');--> statement-breakpoint
CREATE TABLE "proof_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"proof_id" text NOT NULL,
	"kind" "proof_kind" NOT NULL,
	"issued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" "proof_kind" NOT NULL,
	"policy_id" text,
	"actor_id" text NOT NULL,
	"language" "language" NOT NULL,
	"purpose" "proof_purpose",
	"recipient_name" text,
	"recipient_email" text,
	"reference" text,
	"issued_at" timestamp with time zone NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "proofs_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proof_codes_age" ON "proof_codes" USING btree ("issued_at");--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_by_id" ON "proofs" USING btree ("id");--> statement-breakpoint
CREATE INDEX "proofs_of_policy" ON "proofs" USING btree ("customer_id","policy_id","issued_at");--> statement-breakpoint
CREATE INDEX "proofs_age" ON "proofs" USING btree ("issued_at");