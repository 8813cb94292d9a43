CREATE TABLE "insurance"."policy_versions" (
	"customer" text NOT NULL,
	"policy" text NOT NULL,
	"number" integer NOT NULL,
	"effective_on" date NOT NULL,
	"recorded_on" date NOT NULL,
	"cause" text NOT NULL,
	"request" text,
	"change" jsonb NOT NULL,
	CONSTRAINT "policy_versions_customer_policy_number_pk" PRIMARY KEY("customer","policy","number")
);
--> statement-breakpoint
CREATE TABLE "insurance"."premium_charges" (
	"customer" text NOT NULL,
	"policy" text NOT NULL,
	"number" integer NOT NULL,
	"charged_on" date NOT NULL,
	"cause" text NOT NULL,
	"plan" text NOT NULL,
	"charged_to" date NOT NULL,
	"amount" bigint NOT NULL,
	"instalments" jsonb NOT NULL,
	CONSTRAINT "premium_charges_customer_policy_number_pk" PRIMARY KEY("customer","policy","number")
);
--> statement-breakpoint
ALTER TABLE "insurance"."policy_versions" ADD CONSTRAINT "policy_versions_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."premium_charges" ADD CONSTRAINT "premium_charges_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;