ALTER TYPE "public"."choice_origin" ADD VALUE 'insurer';--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "documents_from" date;