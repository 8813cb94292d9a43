CREATE TABLE "text_block_uses" (
	"case_id" text NOT NULL,
	"block_id" text NOT NULL,
	"version" integer NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "text_block_uses_case_id_block_id_version_used_at_pk" PRIMARY KEY("case_id","block_id","version","used_at")
);
--> statement-breakpoint
CREATE TABLE "text_block_versions" (
	"block_id" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"case_kind" text,
	"text_is" text NOT NULL,
	"text_en" text NOT NULL,
	"written_by" text,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "text_block_versions_block_id_version_pk" PRIMARY KEY("block_id","version")
);
--> statement-breakpoint
CREATE TABLE "text_blocks" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "text_block_uses" ADD CONSTRAINT "text_block_uses_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_block_uses" ADD CONSTRAINT "text_block_uses_version" FOREIGN KEY ("block_id","version") REFERENCES "public"."text_block_versions"("block_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_block_versions" ADD CONSTRAINT "text_block_versions_block_id_text_blocks_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."text_blocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_block_uses_of_version" ON "text_block_uses" USING btree ("block_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "text_blocks_name" ON "text_blocks" USING btree (lower(translate("name", 'ÁÐÉÍÓÚÝÞÆÖ', 'áðéíóúýþæö'))) WHERE retired_at is null;