CREATE TYPE "public"."change_state" AS ENUM('pending', 'confirmed', 'refused');--> statement-breakpoint
CREATE TYPE "public"."proposal_state" AS ENUM('pending', 'accepted', 'declined');--> statement-breakpoint
CREATE TABLE "change_requests" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"policy_id" text,
	"proposal_id" text,
	"actor_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"effective_on" date NOT NULL,
	"premium" integer NOT NULL,
	"tariff_version" text NOT NULL,
	"language" "language" NOT NULL,
	"proof" jsonb,
	"state" "change_state" DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "change_requests_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "policy_figures" (
	"customer_id" text NOT NULL,
	"policy_id" text NOT NULL,
	"figures" jsonb NOT NULL,
	CONSTRAINT "policy_figures_customer_id_policy_id_pk" PRIMARY KEY("customer_id","policy_id")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text NOT NULL,
	"product_id" text NOT NULL,
	"policy_id" text,
	"insured_is" text,
	"insured_en" text,
	"needs" jsonb NOT NULL,
	"covers" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	"instalments_per_year" integer NOT NULL,
	"deductible" integer,
	"sum_insured" bigint,
	"terms_codes" text[] NOT NULL,
	"effective_on" date NOT NULL,
	"valid_to" date NOT NULL,
	"tariff_version" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" "proposal_state" DEFAULT 'pending' NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	CONSTRAINT "proposals_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "tariffs" (
	"version" text PRIMARY KEY NOT NULL,
	"valid_from" date NOT NULL,
	"tables" jsonb NOT NULL,
	CONSTRAINT "tariffs_valid_from_unique" UNIQUE("valid_from")
);
--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_tariff_version_tariffs_version_fk" FOREIGN KEY ("tariff_version") REFERENCES "public"."tariffs"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_customer_id_proposal_id_proposals_customer_id_id_fk" FOREIGN KEY ("customer_id","proposal_id") REFERENCES "public"."proposals"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_figures" ADD CONSTRAINT "policy_figures_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_tariff_version_tariffs_version_fk" FOREIGN KEY ("tariff_version") REFERENCES "public"."tariffs"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "change_requests_pending" ON "change_requests" USING btree ("customer_id","policy_id") WHERE state = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "change_requests_proposal" ON "change_requests" USING btree ("customer_id","proposal_id");--> statement-breakpoint
CREATE INDEX "change_requests_open" ON "change_requests" USING btree ("state","created_at");