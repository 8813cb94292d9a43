CREATE TABLE "content_audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"document_id" text,
	"version" integer,
	"release_id" text,
	"master" integer,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "content_documents" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"uid" text NOT NULL,
	"lang" text NOT NULL,
	"group_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_documents_uid" UNIQUE("type","uid","lang"),
	CONSTRAINT "content_documents_translation" UNIQUE("group_id","lang"),
	CONSTRAINT "content_documents_lang" CHECK ("content_documents"."lang" in ('is', 'en-gb'))
);
--> statement-breakpoint
CREATE TABLE "content_drafts" (
	"release_id" text NOT NULL,
	"document_id" text NOT NULL,
	"version" integer,
	"based_on" integer,
	CONSTRAINT "content_drafts_release_id_document_id_pk" PRIMARY KEY("release_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "content_masters" (
	"number" integer PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text NOT NULL,
	"restored_from" integer,
	CONSTRAINT "content_masters_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "content_published" (
	"document_id" text NOT NULL,
	"version" integer NOT NULL,
	"from_master" integer NOT NULL,
	"to_master" integer,
	"first_published_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_published_document_id_from_master_pk" PRIMARY KEY("document_id","from_master"),
	CONSTRAINT "content_published_span" CHECK ("content_published"."to_master" > "content_published"."from_master")
);
--> statement-breakpoint
CREATE TABLE "content_releases" (
	"id" text PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"label" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"published_as" integer,
	"discarded_at" timestamp with time zone,
	CONSTRAINT "content_releases_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"document_id" text NOT NULL,
	"number" integer NOT NULL,
	"data" jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"links" text[] DEFAULT '{}' NOT NULL,
	"words" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_versions_document_id_number_pk" PRIMARY KEY("document_id","number")
);
--> statement-breakpoint
ALTER TABLE "content_drafts" ADD CONSTRAINT "content_drafts_release_id_content_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."content_releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_drafts" ADD CONSTRAINT "content_drafts_document_id_content_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."content_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_drafts" ADD CONSTRAINT "content_drafts_version" FOREIGN KEY ("document_id","version") REFERENCES "public"."content_versions"("document_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_published" ADD CONSTRAINT "content_published_from_master_content_masters_number_fk" FOREIGN KEY ("from_master") REFERENCES "public"."content_masters"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_published" ADD CONSTRAINT "content_published_to_master_content_masters_number_fk" FOREIGN KEY ("to_master") REFERENCES "public"."content_masters"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_published" ADD CONSTRAINT "content_published_version" FOREIGN KEY ("document_id","version") REFERENCES "public"."content_versions"("document_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_releases" ADD CONSTRAINT "content_releases_published_as_content_masters_number_fk" FOREIGN KEY ("published_as") REFERENCES "public"."content_masters"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_document_id_content_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."content_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_audit_document" ON "content_audit" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "content_published_to" ON "content_published" USING btree ("to_master");--> statement-breakpoint
CREATE INDEX "content_versions_links" ON "content_versions" USING gin ("links");--> statement-breakpoint
INSERT INTO "content_masters" ("number", "ref", "published_at", "published_by") VALUES (0, replace(gen_random_uuid()::text, '-', ''), now(), 'migration');
