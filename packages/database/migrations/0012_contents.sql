CREATE TABLE "contents" (
	"key" text PRIMARY KEY NOT NULL,
	"put_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "change_requests" ADD COLUMN "ipid" text GENERATED ALWAYS AS (proof ->> 'ipid') STORED;--> statement-breakpoint
-- What is already named lies in the store; what nothing names is left to whoever looks through the store itself.
INSERT INTO "contents" ("key", "put_at")
SELECT DISTINCT "named"."key", now() FROM (
	SELECT "ipid" FROM "change_requests"
	UNION SELECT "profile_picture" FROM "customers"
	UNION SELECT "file_is" FROM "documents"
	UNION SELECT "file_en" FROM "documents"
	UNION SELECT "key" FROM "uploads"
) AS "named"("key") WHERE "named"."key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "contents_age" ON "contents" USING btree ("put_at");--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_ipid_contents_key_fk" FOREIGN KEY ("ipid") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_profile_picture_contents_key_fk" FOREIGN KEY ("profile_picture") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_file_is_contents_key_fk" FOREIGN KEY ("file_is") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_file_en_contents_key_fk" FOREIGN KEY ("file_en") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_key_contents_key_fk" FOREIGN KEY ("key") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_requests_by_content" ON "change_requests" USING btree ("ipid") WHERE ipid is not null;--> statement-breakpoint
CREATE INDEX "customers_by_content" ON "customers" USING btree ("profile_picture") WHERE profile_picture is not null;--> statement-breakpoint
CREATE INDEX "documents_by_content_is" ON "documents" USING btree ("file_is") WHERE file_is is not null;--> statement-breakpoint
CREATE INDEX "documents_by_content_en" ON "documents" USING btree ("file_en") WHERE file_en is not null;