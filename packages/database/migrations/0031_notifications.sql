ALTER TABLE "mails" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "summary" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("customer_id","created_at");