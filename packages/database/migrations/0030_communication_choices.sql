CREATE TYPE "public"."choice_origin" AS ENUM('self', 'delegate');--> statement-breakpoint
CREATE TYPE "public"."communication_channel" AS ENUM('email', 'sms', 'post', 'portal');--> statement-breakpoint
CREATE TYPE "public"."communication_topic" AS ENUM('invoices', 'renewals', 'claims', 'preventionTips', 'offers', 'documents');--> statement-breakpoint
CREATE TABLE "communication_choices" (
	"customer_id" text NOT NULL,
	"topic" "communication_topic" NOT NULL,
	"channel" "communication_channel" NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	"given" boolean NOT NULL,
	"how" "choice_origin" NOT NULL,
	"actor_id" text NOT NULL,
	CONSTRAINT "communication_choices_customer_id_topic_channel_chosen_at_pk" PRIMARY KEY("customer_id","topic","channel","chosen_at")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "withheld_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "communication_choices" ADD CONSTRAINT "communication_choices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;