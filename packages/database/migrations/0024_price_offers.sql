CREATE TABLE "price_offers" (
	"reference" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"tariff" text NOT NULL,
	"answers" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"language" "language" NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	"valid_to" date NOT NULL,
	"email" text,
	"forget_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_tariff_tariffs_version_fk" FOREIGN KEY ("tariff") REFERENCES "public"."tariffs"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_offers_age" ON "price_offers" USING btree ("forget_at");