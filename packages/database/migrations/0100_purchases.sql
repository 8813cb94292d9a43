CREATE SEQUENCE "public"."purchase_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1000001 CACHE 1;--> statement-breakpoint
CREATE TABLE "purchases" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text NOT NULL,
	"reference" text NOT NULL,
	"product_id" text NOT NULL,
	"answers" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"tariff" text NOT NULL,
	"valid_to" date NOT NULL,
	"language" "language" NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"hold" text DEFAULT 'none' NOT NULL,
	"insured" jsonb,
	"needs" jsonb,
	"documents_read_at" timestamp with time zone,
	"first_day" date,
	"started_at" timestamp with time zone NOT NULL,
	"bought_at" timestamp with time zone,
	"bought" jsonb,
	"ipid" text,
	"payment_id" text,
	"request_id" text,
	"ask_again_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "purchases_customer_id_id_pk" PRIMARY KEY("customer_id","id"),
	CONSTRAINT "purchases_state" CHECK ("purchases"."state" in ('open', 'holding', 'deciding', 'bound', 'referred', 'ended', 'givenUp')),
	CONSTRAINT "purchases_unanswered" CHECK (("purchases"."state" in ('holding', 'deciding') or "purchases"."hold" in ('capturing', 'releasing')) = ("purchases"."ask_again_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "items" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tariff_tariffs_version_fk" FOREIGN KEY ("tariff") REFERENCES "public"."tariffs"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_ipid_contents_key_fk" FOREIGN KEY ("ipid") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_by_number" ON "purchases" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_open_once" ON "purchases" USING btree ("customer_id","reference") WHERE state in ('open', 'holding', 'deciding');--> statement-breakpoint
CREATE INDEX "purchases_by_words" ON "purchases" USING gin (find_words(null, number));--> statement-breakpoint
CREATE INDEX "purchases_unanswered" ON "purchases" USING btree ("ask_again_at") WHERE ask_again_at is not null;--> statement-breakpoint
CREATE INDEX "purchases_open" ON "purchases" USING btree ("started_at") WHERE state = 'open';