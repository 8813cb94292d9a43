-- Services may neither change nor delete what staff looked at. Two things still have to happen to a view: it ends, once,
-- and it is deleted when it has been kept for two years.
CREATE OR REPLACE FUNCTION keep_end_of_staff_view() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a view by staff that has ended cannot be changed' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER end_once BEFORE UPDATE OF ended_at ON staff_views FOR EACH ROW
	WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION keep_end_of_staff_view();--> statement-breakpoint
-- With the owner's rights. The age is checked here by the database's clock, whatever the caller passes.
CREATE OR REPLACE FUNCTION delete_old_staff_views(before timestamptz, most integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	WITH gone AS (
		DELETE FROM staff_views WHERE ctid = ANY(ARRAY(
			SELECT ctid FROM staff_views WHERE opened_at < least(before, now() - interval '730 days')
			LIMIT most FOR UPDATE SKIP LOCKED
		)) RETURNING 1
	)
	SELECT count(*)::integer FROM gone;
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION delete_old_staff_views(timestamptz, integer) FROM PUBLIC;
