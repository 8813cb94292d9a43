CREATE TABLE "case_changes" (
	"case_id" text PRIMARY KEY NOT NULL,
	"changes" integer DEFAULT 1 NOT NULL,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_presence" (
	"case_id" text NOT NULL,
	"employee_id" text NOT NULL,
	"employee_name" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"writing_at" timestamp with time zone,
	CONSTRAINT "case_presence_case_id_employee_id_pk" PRIMARY KEY("case_id","employee_id")
);
--> statement-breakpoint
ALTER TABLE "case_changes" ADD CONSTRAINT "case_changes_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_presence" ADD CONSTRAINT "case_presence_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_changes_by_transaction" ON "case_changes" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "case_presence_age" ON "case_presence" USING btree ("seen_at");--> statement-breakpoint
-- Notes each change of a work item for the live desk (DESK-3), also those by the previous release, which runs on the same database
-- during an upgrade. With the owner's rights, because that release may write before the roles have theirs on the new table.
CREATE FUNCTION note_case_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO case_changes (case_id) VALUES (NEW.id)
		ON CONFLICT (case_id) DO UPDATE SET changes = case_changes.changes + 1, changed_in = pg_current_xact_id();
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER case_changes_of_row AFTER INSERT OR UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION note_case_change();
