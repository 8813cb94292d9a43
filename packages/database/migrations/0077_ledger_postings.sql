CREATE TABLE "insurance"."posting_groups" (
	"customer" text NOT NULL,
	"key" text NOT NULL,
	"booked_on" date NOT NULL,
	"cause" text NOT NULL,
	"policy" text,
	"instalment" text,
	"payment" text,
	"claim" text,
	"reverses" text,
	CONSTRAINT "posting_groups_customer_key_pk" PRIMARY KEY("customer","key")
);
--> statement-breakpoint
CREATE TABLE "insurance"."postings" (
	"customer" text NOT NULL,
	"group_key" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "postings_customer_group_key_account_pk" PRIMARY KEY("customer","group_key","account"),
	CONSTRAINT "postings_not_zero" CHECK ("insurance"."postings"."amount" <> 0)
);
--> statement-breakpoint
ALTER TABLE "insurance"."posting_groups" ADD CONSTRAINT "posting_groups_customer_customers_customer_fk" FOREIGN KEY ("customer") REFERENCES "insurance"."customers"("customer") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."posting_groups" ADD CONSTRAINT "posting_groups_reversed" FOREIGN KEY ("customer","reverses") REFERENCES "insurance"."posting_groups"("customer","key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance"."postings" ADD CONSTRAINT "postings_of_group" FOREIGN KEY ("customer","group_key") REFERENCES "insurance"."posting_groups"("customer","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "posting_groups_reversed_once" ON "insurance"."posting_groups" USING btree ("customer","reverses") WHERE "insurance"."posting_groups"."reverses" is not null;--> statement-breakpoint
CREATE INDEX "posting_groups_day" ON "insurance"."posting_groups" USING brin ("booked_on");--> statement-breakpoint
-- The postings of a group add up to zero (INS-5). A group's postings arrive in one statement, so the statement's own rows are
-- enough to know, whatever the table has grown to.
CREATE FUNCTION "insurance"."refuse_unbalanced_postings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM added GROUP BY customer, group_key HAVING sum(amount) <> 0) THEN
		RAISE EXCEPTION 'the postings of a group do not add up to zero' USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "postings_add_up" AFTER INSERT ON "insurance"."postings" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "insurance"."refuse_unbalanced_postings"();
