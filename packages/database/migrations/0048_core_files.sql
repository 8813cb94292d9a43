CREATE TABLE "core_files" (
	"source" text NOT NULL,
	"file" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "core_files_source_file_pk" PRIMARY KEY("source","file")
);
--> statement-breakpoint
-- The files of documents to sign that have arrived before.
INSERT INTO "core_files" ("source", "file", "sent_at")
SELECT DISTINCT "record"."source", "sent"."file", now()
FROM "core_records" AS "record"
JOIN "documents_to_sign" AS "document" ON "document"."customer_id" = "record"."customer_id" AND "document"."id" = "record"."id"
CROSS JOIN LATERAL (VALUES ("document"."file_is"), ("document"."file_en")) AS "sent"("file")
WHERE "record"."type" = 'documents-to-sign' AND "sent"."file" IS NOT NULL;
