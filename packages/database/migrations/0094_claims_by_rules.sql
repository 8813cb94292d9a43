ALTER TABLE "claim_acts" ALTER COLUMN "employee_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_acts" ALTER COLUMN "employee_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "insurance"."claim_acts" ALTER COLUMN "decided_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "insurance"."rule_editions" ADD COLUMN "claims" jsonb;--> statement-breakpoint
CREATE INDEX "claim_acts_by_rules" ON "insurance"."claim_acts" USING btree ((known ->> 'day')) WHERE kind = 'claim.settle' and result = 'done';--> statement-breakpoint
-- What an edition says of claims never changes either.
DROP TRIGGER "approve_once" ON "insurance"."rule_editions";--> statement-breakpoint
CREATE TRIGGER "approve_once" BEFORE UPDATE ON "insurance"."rule_editions" FOR EACH ROW
	WHEN (OLD."approved_at" IS NOT NULL OR (OLD."id", OLD."first_day", OLD."rules", OLD."claims", OLD."author", OLD."written_at")
		IS DISTINCT FROM (NEW."id", NEW."first_day", NEW."rules", NEW."claims", NEW."author", NEW."written_at"))
	EXECUTE FUNCTION "insurance"."keep_rule_edition"();
