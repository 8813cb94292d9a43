CREATE TYPE "public"."popup_name" AS ENUM('card', 'bank', 'contact');--> statement-breakpoint
CREATE TYPE "public"."verification_state" AS ENUM('pending', 'verified', 'failed');--> statement-breakpoint
CREATE TABLE "card_verifications" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"state" "verification_state" DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_verifications_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "popups_put_off" (
	"customer_id" text NOT NULL,
	"popup" "popup_name" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "popups_put_off_customer_id_popup_pk" PRIMARY KEY("customer_id","popup")
);
--> statement-breakpoint
ALTER TABLE "card_verifications" ADD CONSTRAINT "card_verifications_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "popups_put_off" ADD CONSTRAINT "popups_put_off_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_verifications_age" ON "card_verifications" USING btree ("created_at");