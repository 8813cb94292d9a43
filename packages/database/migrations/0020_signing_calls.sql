ALTER TABLE "documents_to_sign" DROP CONSTRAINT "documents_to_sign_customer_id_customers_id_fk";
--> statement-breakpoint
ALTER TABLE "documents_to_sign" DROP CONSTRAINT "documents_to_sign_customer_id_policy_id_policies_customer_id_id_fk";
--> statement-breakpoint
ALTER TABLE "documents_to_sign" DROP CONSTRAINT "documents_to_sign_customer_id_claim_id_claims_customer_id_id_fk";
--> statement-breakpoint
ALTER TABLE "signed_documents" DROP CONSTRAINT "signed_documents_customer_id_id_documents_to_sign_customer_id_id_fk";
--> statement-breakpoint
DROP INDEX "signing_transactions_by_called";--> statement-breakpoint
ALTER TABLE "signing_transactions" ADD COLUMN "own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_transactions" ADD COLUMN "calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents_to_sign" ADD CONSTRAINT "documents_to_sign_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents_to_sign" ADD CONSTRAINT "documents_to_sign_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents_to_sign" ADD CONSTRAINT "documents_to_sign_customer_id_claim_id_claims_customer_id_id_fk" FOREIGN KEY ("customer_id","claim_id") REFERENCES "public"."claims"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_documents" ADD CONSTRAINT "signed_documents_customer_id_id_documents_to_sign_customer_id_id_fk" FOREIGN KEY ("customer_id","id") REFERENCES "public"."documents_to_sign"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signing_transactions_by_actor" ON "signing_transactions" USING btree ("actor_id","started_at");