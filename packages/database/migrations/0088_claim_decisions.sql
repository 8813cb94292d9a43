CREATE TYPE "public"."claim_payment_step" AS ENUM('ordered', 'failed', 'returned');--> statement-breakpoint
ALTER TABLE "claim_payments" ADD COLUMN "step" "claim_payment_step";--> statement-breakpoint
ALTER TABLE "claim_payments" ADD COLUMN "fault" jsonb;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "covers" jsonb;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "decision" jsonb;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "reserve" bigint;