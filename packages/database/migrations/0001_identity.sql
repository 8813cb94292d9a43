CREATE TYPE "public"."identity_key_purpose" AS ENUM('token', 'cookie', 'successor');--> statement-breakpoint
CREATE TABLE "credentials" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "employees" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "employees_username_unique" UNIQUE("username"),
	CONSTRAINT "employees_id_prefix" CHECK ("employees"."id" like 'employee|%')
);
--> statement-breakpoint
CREATE TABLE "identity_keys" (
	"purpose" "identity_key_purpose" NOT NULL,
	"generation" integer NOT NULL,
	"material" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"used_from" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_keys_purpose_generation_pk" PRIMARY KEY("purpose","generation")
);
--> statement-breakpoint
CREATE TABLE "oidc_records" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"expires_at" timestamp with time zone NOT NULL,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "oidc_records_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"waits_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oidc_records_grant" ON "oidc_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_records_uid" ON "oidc_records" USING btree ("model","uid");--> statement-breakpoint
CREATE INDEX "oidc_records_expiry" ON "oidc_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_age" ON "sign_in_attempts" USING btree ("counted_at");