CREATE SCHEMA "insurance";
--> statement-breakpoint
CREATE SEQUENCE "insurance"."policy_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 9100001 CACHE 1;--> statement-breakpoint
CREATE TABLE "insurance"."accepted_changes" (
	"customer" text NOT NULL,
	"request_id" text NOT NULL,
	"effective_on" date NOT NULL,
	"request" jsonb NOT NULL,
	CONSTRAINT "accepted_changes_customer_request_id_pk" PRIMARY KEY("customer","request_id")
);
--> statement-breakpoint
CREATE TABLE "insurance"."answers" (
	"customer" text NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"answer" text NOT NULL,
	"fault" text,
	CONSTRAINT "answers_customer_type_key_pk" PRIMARY KEY("customer","type","key")
);
--> statement-breakpoint
CREATE TABLE "insurance"."calendar" (
	"one" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"today" date NOT NULL,
	"days_ahead" integer DEFAULT 0 NOT NULL,
	"opened_on" date NOT NULL,
	CONSTRAINT "calendar_one" CHECK ("insurance"."calendar"."one" = 1)
);
--> statement-breakpoint
CREATE TABLE "insurance"."claims" (
	"customer" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"number" text NOT NULL,
	"policy" text,
	"status" text NOT NULL,
	"date_of_loss" date NOT NULL,
	"loss_amount" bigint,
	"compensation" bigint,
	"details" jsonb NOT NULL,
	CONSTRAINT "claims_customer_key_pk" PRIMARY KEY("customer","key"),
	CONSTRAINT "claims_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "insurance"."connection" (
	"one" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"cursor" text,
	"settles_by_rule" boolean DEFAULT false NOT NULL,
	"is_opening" boolean DEFAULT false NOT NULL,
	"opened" jsonb,
	"reached_at" timestamp with time zone,
	CONSTRAINT "connection_one" CHECK ("insurance"."connection"."one" = 1)
);
--> statement-breakpoint
CREATE TABLE "insurance"."customers" (
	"customer" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"full_name" text NOT NULL,
	"details" jsonb NOT NULL,
	"front_id" text,
	"worked_on" date NOT NULL,
	"fault" text,
	"fault_on" date,
	CONSTRAINT "customers_key_unique" UNIQUE("key"),
	CONSTRAINT "customers_front_id_unique" UNIQUE("front_id")
);
--> statement-breakpoint
CREATE TABLE "insurance"."documents_to_sign" (
	"customer" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"sign_by" date NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "documents_to_sign_customer_key_pk" PRIMARY KEY("customer","key")
);
--> statement-breakpoint
CREATE TABLE "insurance"."events" (
	"id" text PRIMARY KEY NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "insurance"."events_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "insurance"."instalments" (
	"customer" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"policy" text,
	"due_date" date NOT NULL,
	"final_due_date" date NOT NULL,
	"amount" bigint NOT NULL,
	"penalty_interest" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "instalments_customer_key_pk" PRIMARY KEY("customer","key")
);
--> statement-breakpoint
CREATE TABLE "insurance"."ledger_entries" (
	"customer" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"policy" text,
	"booked_on" date NOT NULL,
	"sequence" integer NOT NULL,
	"amount" bigint NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "ledger_entries_customer_key_pk" PRIMARY KEY("customer","key")
);
--> statement-breakpoint
CREATE TABLE "insurance"."offers" (
	"customer" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"number" text NOT NULL,
	"premium_per_year" bigint NOT NULL,
	"valid_to" date NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "offers_customer_key_pk" PRIMARY KEY("customer","key")
);
--> statement-breakpoint
CREATE TABLE "insurance"."outbox" (
	"customer" text NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"rank" smallint NOT NULL,
	"facts" jsonb NOT NULL,
	"acknowledges" jsonb,
	CONSTRAINT "outbox_customer_type_key_pk" PRIMARY KEY("customer","type","key")
);
--> statement-breakpoint
CREATE TABLE "insurance"."outcomes" (
	"customer" text NOT NULL,
	"request_id" text NOT NULL,
	"outcome" jsonb NOT NULL,
	"undo" jsonb NOT NULL,
	CONSTRAINT "outcomes_customer_request_id_pk" PRIMARY KEY("customer","request_id"),
	CONSTRAINT "outcomes_request_id_unique" UNIQUE("request_id")
);
--> statement-breakpoint
CREATE TABLE "insurance"."policies" (
	"customer" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	"number" text NOT NULL,
	"product" text NOT NULL,
	"premium_per_year" bigint NOT NULL,
	"deductible" bigint,
	"sum_insured" bigint,
	"valid_from" date NOT NULL,
	"valid_to" date NOT NULL,
	"renews" boolean NOT NULL,
	"cancelled_on" date,
	"lapsed_on" date,
	"suspended_on" date,
	"details" jsonb NOT NULL,
	CONSTRAINT "policies_customer_key_pk" PRIMARY KEY("customer","key"),
	CONSTRAINT "policies_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "insurance"."requests" (
	"customer" text NOT NULL,
	"id" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"request" jsonb NOT NULL,
	CONSTRAINT "requests_customer_id_pk" PRIMARY KEY("customer","id"),
	CONSTRAINT "requests_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "insurance"."accepted_changes" ADD CONSTRAINT "accepted_changes_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."answers" ADD CONSTRAINT "answers_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."claims" ADD CONSTRAINT "claims_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."documents_to_sign" ADD CONSTRAINT "documents_to_sign_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."instalments" ADD CONSTRAINT "instalments_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."ledger_entries" ADD CONSTRAINT "ledger_entries_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."offers" ADD CONSTRAINT "offers_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."outbox" ADD CONSTRAINT "outbox_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."policies" ADD CONSTRAINT "policies_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answers_age" ON "insurance"."answers" USING btree ("at");--> statement-breakpoint
CREATE INDEX "customers_to_work" ON "insurance"."customers" USING btree ("worked_on","customer");--> statement-breakpoint
CREATE INDEX "events_place" ON "insurance"."events" USING btree ("place");--> statement-breakpoint
CREATE INDEX "events_age" ON "insurance"."events" USING btree ("at");