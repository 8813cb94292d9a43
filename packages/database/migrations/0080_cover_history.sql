ALTER TABLE "insurance"."policies" ADD COLUMN "suspensions" jsonb;--> statement-breakpoint
ALTER TABLE "insurance"."policies" ADD COLUMN "earlier_cover" jsonb;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "suspensions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "earlier_cover" jsonb DEFAULT '[]'::jsonb NOT NULL;