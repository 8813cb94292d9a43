ALTER TABLE "change_requests" ADD COLUMN "act" jsonb;--> statement-breakpoint
ALTER TABLE "change_requests" ADD COLUMN "ask_again_at" timestamp with time zone;