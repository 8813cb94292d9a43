CREATE TYPE "public"."document_kind" AS ENUM('certificate', 'renewal', 'invoice', 'claimDecision', 'transactionOverview', 'policyOverview', 'annualStatement', 'memo');--> statement-breakpoint
CREATE TABLE "documents" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" "document_kind" NOT NULL,
	"title_is" text NOT NULL,
	"title_en" text NOT NULL,
	"issued_on" date NOT NULL,
	"period_from" date,
	"period_to" date,
	"policy_id" text,
	"claim_id" text,
	"instalment_id" text,
	"read_at" timestamp with time zone,
	"file_is" text,
	"file_en" text,
	CONSTRAINT "documents_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "memos" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"actor_id" text NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "memos_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "travel_checks" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"policy_id" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "travel_checks_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_customer_id_claim_id_claims_customer_id_id_fk" FOREIGN KEY ("customer_id","claim_id") REFERENCES "public"."claims"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_customer_id_instalment_id_instalments_customer_id_id_fk" FOREIGN KEY ("customer_id","instalment_id") REFERENCES "public"."instalments"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memos" ADD CONSTRAINT "memos_customer_id_id_documents_customer_id_id_fk" FOREIGN KEY ("customer_id","id") REFERENCES "public"."documents"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "travel_checks" ADD CONSTRAINT "travel_checks_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_by_day" ON "documents" USING btree ("customer_id","issued_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "travel_checks_code" ON "travel_checks" USING btree ("id");