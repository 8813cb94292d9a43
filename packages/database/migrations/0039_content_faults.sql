CREATE TABLE "content_faults" (
	"key" text PRIMARY KEY NOT NULL,
	"fault" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
