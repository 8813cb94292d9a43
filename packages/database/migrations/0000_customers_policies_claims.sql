CREATE TYPE "public"."claim_status" AS ENUM('draft', 'received', 'inProgress', 'awaitingDocuments', 'assessment', 'approved', 'partlyApproved', 'rejected', 'settled', 'closed', 'reopened', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."customer_kind" AS ENUM('person', 'company');--> statement-breakpoint
CREATE TYPE "public"."involvement" AS ENUM('procuration', 'board', 'owner');--> statement-breakpoint
CREATE TYPE "public"."language" AS ENUM('is', 'en');--> statement-breakpoint
CREATE TYPE "public"."loyalty_tier" AS ENUM('bronze', 'silver', 'gold', 'diamond');--> statement-breakpoint
CREATE TYPE "public"."payment_method" AS ENUM('ccard', 'bank', 'claim');--> statement-breakpoint
CREATE TYPE "public"."item_kind" AS ENUM('vehicle', 'property', 'contents', 'person', 'activity', 'trip');--> statement-breakpoint
CREATE TYPE "public"."cover_kind" AS ENUM('cover', 'exclusion');--> statement-breakpoint
CREATE TYPE "public"."fact_format" AS ENUM('text', 'number', 'year', 'money', 'area', 'day', 'ssn');--> statement-breakpoint
CREATE TYPE "public"."policy_group" AS ENUM('vehicles', 'home', 'persons', 'travel', 'business');--> statement-breakpoint
CREATE TYPE "public"."premium_part_kind" AS ENUM('base', 'cover', 'discount', 'publicCharge', 'fee');--> statement-breakpoint
CREATE TABLE "claims" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text NOT NULL,
	"policy_id" text NOT NULL,
	"title_is" text NOT NULL,
	"title_en" text NOT NULL,
	"status" "claim_status" NOT NULL,
	"date_of_loss" date NOT NULL,
	"place" text,
	"reported_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	"loss_amount" integer,
	"compensation" integer,
	CONSTRAINT "claims_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "company_involvement" (
	"customer_id" text NOT NULL,
	"company_id" text NOT NULL,
	"involvement" "involvement" NOT NULL,
	"registered_on" date NOT NULL,
	"ended_on" date,
	CONSTRAINT "company_involvement_customer_id_company_id_involvement_pk" PRIMARY KEY("customer_id","company_id","involvement")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"ssn" text NOT NULL,
	"kind" "customer_kind" NOT NULL,
	"full_name" text NOT NULL,
	"email" text,
	"mobile_phone" text,
	"home_phone" text,
	"address" text,
	"postal_code" text,
	"town" text,
	"language" "language" DEFAULT 'is' NOT NULL,
	"profile_picture" text,
	"spouse_ssn" text,
	"spouse_name" text,
	"loyalty_tier" "loyalty_tier",
	"payment_method" "payment_method",
	"card_number_masked" text,
	"card_expires" text,
	"card_brand" text,
	"bank" text,
	"bank_ledger" text,
	"bank_account" text,
	"contact_confirmed_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_ssn_unique" UNIQUE("ssn"),
	CONSTRAINT "customers_ssn_digits" CHECK ("customers"."ssn" ~ '^[0-9]{10}$')
);
--> statement-breakpoint
CREATE TABLE "instalments" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"policy_id" text,
	"sequence" integer NOT NULL,
	"sequence_of" integer NOT NULL,
	"due_date" date NOT NULL,
	"final_due_date" date NOT NULL,
	"amount" integer NOT NULL,
	"penalty_interest" integer DEFAULT 0 NOT NULL,
	"fees" integer DEFAULT 0 NOT NULL,
	"method" "payment_method" NOT NULL,
	"paid_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"lapses_on" date,
	CONSTRAINT "instalments_customer_id_id_pk" PRIMARY KEY("customer_id","id"),
	CONSTRAINT "instalments_days" CHECK ("instalments"."due_date" <= "instalments"."final_due_date")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text NOT NULL,
	"product_id" text NOT NULL,
	"insured_is" text,
	"insured_en" text,
	"premium_per_year" integer NOT NULL,
	"deductible" integer,
	"sum_insured" integer,
	"valid_from" date NOT NULL,
	"valid_to" date NOT NULL,
	"renews" boolean DEFAULT true NOT NULL,
	"cancelled_on" date,
	"lapsed_on" date,
	"suspended_on" date,
	"instalments_per_year" integer NOT NULL,
	"instalment_fee_percent" real NOT NULL,
	"terms_codes" text[] NOT NULL,
	CONSTRAINT "policies_customer_id_id_pk" PRIMARY KEY("customer_id","id"),
	CONSTRAINT "policies_period" CHECK ("policies"."valid_from" <= "policies"."valid_to"),
	CONSTRAINT "policies_instalments" CHECK ("policies"."instalments_per_year" in (1, 3, 6, 9, 12))
);
--> statement-breakpoint
CREATE TABLE "policy_covers" (
	"customer_id" text NOT NULL,
	"policy_id" text NOT NULL,
	"id" text NOT NULL,
	"sum_insured" integer,
	"deductible" integer,
	CONSTRAINT "policy_covers_customer_id_policy_id_id_pk" PRIMARY KEY("customer_id","policy_id","id")
);
--> statement-breakpoint
CREATE TABLE "policy_items" (
	"customer_id" text NOT NULL,
	"policy_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" "item_kind" NOT NULL,
	"name_is" text NOT NULL,
	"name_en" text NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "policy_items_customer_id_policy_id_id_pk" PRIMARY KEY("customer_id","policy_id","id")
);
--> statement-breakpoint
CREATE TABLE "premium_parts" (
	"customer_id" text NOT NULL,
	"policy_id" text NOT NULL,
	"id" text NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "premium_parts_customer_id_policy_id_id_pk" PRIMARY KEY("customer_id","policy_id","id")
);
--> statement-breakpoint
CREATE TABLE "item_fact_types" (
	"key" text PRIMARY KEY NOT NULL,
	"ordinal" integer NOT NULL,
	"format" "fact_format" NOT NULL,
	"label_is" text NOT NULL,
	"label_en" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "premium_part_types" (
	"code" text PRIMARY KEY NOT NULL,
	"kind" "premium_part_kind" NOT NULL,
	"ordinal" integer NOT NULL,
	"name_is" text NOT NULL,
	"name_en" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_covers" (
	"product_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" "cover_kind" NOT NULL,
	"optional" boolean DEFAULT false NOT NULL,
	"ordinal" integer NOT NULL,
	"name_is" text NOT NULL,
	"name_en" text NOT NULL,
	"description_is" text NOT NULL,
	"description_en" text NOT NULL,
	CONSTRAINT "product_covers_product_id_id_pk" PRIMARY KEY("product_id","id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"group" "policy_group" NOT NULL,
	"ordinal" integer NOT NULL,
	"name_is" text NOT NULL,
	"name_en" text NOT NULL,
	"deductible_is" text NOT NULL,
	"deductible_en" text NOT NULL,
	"mandatory" boolean NOT NULL,
	"terms_codes" text[] DEFAULT '{}' NOT NULL,
	"benefits" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"code" text PRIMARY KEY NOT NULL,
	"code_en" text,
	"title_is" text NOT NULL,
	"title_en" text NOT NULL,
	"valid_from" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_involvement" ADD CONSTRAINT "company_involvement_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_involvement" ADD CONSTRAINT "company_involvement_company_id_customers_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_covers" ADD CONSTRAINT "policy_covers_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_items" ADD CONSTRAINT "policy_items_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premium_parts" ADD CONSTRAINT "premium_parts_id_premium_part_types_code_fk" FOREIGN KEY ("id") REFERENCES "public"."premium_part_types"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premium_parts" ADD CONSTRAINT "premium_parts_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_covers" ADD CONSTRAINT "product_covers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_involvement_company" ON "company_involvement" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "instalments_unpaid" ON "instalments" USING btree ("customer_id","due_date") WHERE "instalments"."paid_at" is null and "instalments"."cancelled_at" is null;