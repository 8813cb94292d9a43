ALTER TABLE "core_files" ADD COLUMN "unsignable" text;--> statement-breakpoint
ALTER TABLE "documents_to_sign" ADD COLUMN "unsignable_at" timestamp with time zone;