ALTER TABLE "policies" ALTER COLUMN "sum_insured" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "policy_covers" ALTER COLUMN "sum_insured" SET DATA TYPE bigint;