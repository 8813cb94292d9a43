ALTER TABLE "instalments" ADD COLUMN "charged_amount" integer;--> statement-breakpoint
ALTER TABLE "instalments" ADD COLUMN "rest_of" text;