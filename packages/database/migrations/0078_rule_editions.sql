CREATE TABLE "insurance"."referral_switches" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "insurance"."referral_switches_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"is_on" boolean NOT NULL,
	"name" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "insurance"."rule_editions" (
	"id" text PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL,
	"rules" jsonb NOT NULL,
	"author" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"approver" text,
	"approved_at" timestamp with time zone,
	CONSTRAINT "rule_editions_approval" CHECK (("insurance"."rule_editions"."approver" is null) = ("insurance"."rule_editions"."approved_at" is null)),
	CONSTRAINT "rule_editions_second_person" CHECK (lower(btrim("insurance"."rule_editions"."approver")) <> lower(btrim("insurance"."rule_editions"."author")))
);
--> statement-breakpoint
-- An edition never changes; it is approved once.
CREATE FUNCTION "insurance"."keep_rule_edition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'an edition of the rules is never changed, and approved once' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "approve_once" BEFORE UPDATE ON "insurance"."rule_editions" FOR EACH ROW
	WHEN (OLD."approved_at" IS NOT NULL OR (OLD."id", OLD."first_day", OLD."rules", OLD."author", OLD."written_at")
		IS DISTINCT FROM (NEW."id", NEW."first_day", NEW."rules", NEW."author", NEW."written_at"))
	EXECUTE FUNCTION "insurance"."keep_rule_edition"();
