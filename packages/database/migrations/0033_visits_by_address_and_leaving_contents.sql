CREATE TABLE "contents_leaving" (
	"key" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "announced_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "visits_of_address" ON "visits" USING btree ("address","started_at");