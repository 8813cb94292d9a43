CREATE TYPE "public"."access_end" AS ENUM('revoked', 'returned', 'replaced');--> statement-breakpoint
CREATE TYPE "public"."access_role" AS ENUM('Readonly', 'Full', 'Admin');--> statement-breakpoint
CREATE TABLE "access_grants" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"holder_id" text NOT NULL,
	"role" "access_role" NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"given_by" text NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"ended" "access_end",
	CONSTRAINT "access_grants_customer_id_id_pk" PRIMARY KEY("customer_id","id"),
	CONSTRAINT "access_grants_other" CHECK ("access_grants"."customer_id" <> "access_grants"."holder_id"),
	CONSTRAINT "access_grants_period" CHECK ("access_grants"."valid_to" >= "access_grants"."valid_from"),
	CONSTRAINT "access_grants_end" CHECK (("access_grants"."ended_at" is null) = ("access_grants"."ended" is null))
);
--> statement-breakpoint
CREATE TABLE "acting_choices" (
	"actor_id" text NOT NULL,
	"session" text NOT NULL,
	"subject_id" text NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "acting_choices_actor_id_session_pk" PRIMARY KEY("actor_id","session")
);
--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_holder_id_customers_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acting_choices" ADD CONSTRAINT "acting_choices_actor_id_customers_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acting_choices" ADD CONSTRAINT "acting_choices_subject_id_customers_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_grants_open" ON "access_grants" USING btree ("customer_id","holder_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "access_grants_holder" ON "access_grants" USING btree ("holder_id","given_at");--> statement-breakpoint
CREATE INDEX "acting_choices_age" ON "acting_choices" USING btree ("chosen_at");--> statement-breakpoint
CREATE INDEX "oidc_records_account" ON "oidc_records" USING btree ((payload ->> 'accountId'));