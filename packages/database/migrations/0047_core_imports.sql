CREATE TYPE "public"."core_import_state" AS ENUM('open', 'waiting', 'loading', 'done', 'failed');--> statement-breakpoint
CREATE TABLE "core_import_errors" (
	"import_id" text NOT NULL,
	"part" integer NOT NULL,
	"line" bigint NOT NULL,
	"place" smallint NOT NULL,
	"type" text,
	"key" text,
	"path" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "core_import_errors_import_id_part_line_place_pk" PRIMARY KEY("import_id","part","line","place")
);
--> statement-breakpoint
CREATE TABLE "core_import_lines" (
	"import_id" text NOT NULL,
	"part" integer NOT NULL,
	"line" bigint NOT NULL,
	"type" text NOT NULL,
	"rank" smallint NOT NULL,
	"pass" integer NOT NULL,
	"bytes" integer NOT NULL,
	"fact" jsonb NOT NULL,
	"faults" jsonb NOT NULL,
	CONSTRAINT "core_import_lines_import_id_part_line_pk" PRIMARY KEY("import_id","part","line")
);
--> statement-breakpoint
CREATE TABLE "core_import_parts" (
	"import_id" text NOT NULL,
	"part" integer NOT NULL,
	"file" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "core_import_parts_import_id_part_pk" PRIMARY KEY("import_id","part")
);
--> statement-breakpoint
CREATE TABLE "core_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"files" text,
	"state" "core_import_state" NOT NULL,
	"failure" text,
	"part" integer DEFAULT 1 NOT NULL,
	"line" bigint DEFAULT 0 NOT NULL,
	"pass" integer DEFAULT 0 NOT NULL,
	"has_progress" boolean DEFAULT false NOT NULL,
	"step" bigint DEFAULT 0 NOT NULL,
	"lines_read" bigint DEFAULT 0 NOT NULL,
	"created" bigint DEFAULT 0 NOT NULL,
	"updated" bigint DEFAULT 0 NOT NULL,
	"unchanged" bigint DEFAULT 0 NOT NULL,
	"outdated" bigint DEFAULT 0 NOT NULL,
	"refused" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "core_import_errors" ADD CONSTRAINT "core_import_errors_import_id_core_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."core_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "core_import_lines" ADD CONSTRAINT "core_import_lines_import_id_core_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."core_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "core_import_parts" ADD CONSTRAINT "core_import_parts_import_id_core_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."core_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "core_import_parts" ADD CONSTRAINT "core_import_parts_file_contents_key_fk" FOREIGN KEY ("file") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "core_import_lines_to_try" ON "core_import_lines" USING btree ("import_id","pass","rank","part","line");--> statement-breakpoint
CREATE INDEX "core_imports_of_source" ON "core_imports" USING btree ("source","created_at");