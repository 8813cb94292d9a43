ALTER TABLE "claim_notices" ADD COLUMN "owner_notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "claim_notices" ADD COLUMN "link_refused_by" text;