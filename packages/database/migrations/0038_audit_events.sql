CREATE TYPE "public"."audit_actor_kind" AS ENUM('customer', 'employee', 'visitor', 'system');--> statement-breakpoint
CREATE TYPE "public"."audit_authority" AS ENUM('self', 'grant', 'procuration', 'staffView', 'staffRole', 'public', 'system');--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_checkpoints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"removed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"action" text NOT NULL,
	"actor_kind" "audit_actor_kind" NOT NULL,
	"actor_id" text,
	"subject_id" text,
	"authority" "audit_authority" NOT NULL,
	"authority_detail" text,
	"object" text,
	"details" jsonb,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"one" bigint PRIMARY KEY DEFAULT 1 NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_head_one" CHECK ("audit_head"."one" = 1)
);
--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "roles" text[] DEFAULT '{"agent"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_checkpoints_seq" ON "audit_checkpoints" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_action" ON "audit_events" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at");--> statement-breakpoint
-- Previous hash of the first link: the chain of a new database begins here.
INSERT INTO audit_head (one, seq, hash) VALUES (1, 0, repeat('0', 64));--> statement-breakpoint
-- When an event may be deleted: claims under a contract have lapsed after four years (Act 150/2007 art. 3).
CREATE FUNCTION audit_retained_since() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() - interval '4 years' $$;--> statement-breakpoint
-- Whoever writes, the time is the database's.
CREATE FUNCTION set_audit_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.at := clock_timestamp();
  RETURN NEW;
END $$;--> statement-breakpoint
-- The hashed text of an event. `verify-audit` has the same expression of its own, so that a changed function is found.
CREATE FUNCTION audit_text(e audit_events) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), e.action, e.actor_kind, e.actor_id,
    e.subject_id, e.authority, e.authority_detail, e.object, e.details, e.before, e.after, e.address, e.request_id)::text
$$;--> statement-breakpoint
-- Runs when the transaction commits, so that the head is locked for the commit alone and never before another lock. In the
-- owner's role: writers need a right to insert into audit_events, and none to the chain.
CREATE FUNCTION chain_audit_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE head audit_head;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  head.seq := head.seq + 1;
  head.hash := encode(sha256(convert_to(head.hash || E'\n' || audit_text(NEW), 'UTF8')), 'hex');
  INSERT INTO audit_chain (seq, event_id, hash) VALUES (head.seq, NEW.id, head.hash);
  UPDATE audit_head SET seq = head.seq, hash = head.hash;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, lower(TG_OP) USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
-- Deletes only what is older than the retention and lies under a checkpoint, from which the rest is still verified.
CREATE FUNCTION refuse_early_audit_delete() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE mayDelete boolean;
BEGIN
  IF TG_TABLE_NAME = 'audit_events' THEN
    -- The foreign key of the chain has already made sure that its link was deleted first.
    mayDelete := OLD.at < audit_retained_since() AND NOT EXISTS (SELECT FROM audit_chain WHERE event_id = OLD.id);
  ELSE
    mayDelete := EXISTS (SELECT FROM audit_checkpoints WHERE seq >= OLD.seq AND removed_until < audit_retained_since())
      AND EXISTS (SELECT FROM audit_events WHERE id = OLD.event_id AND at < audit_retained_since());
  END IF;
  IF mayDelete THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only: delete refused', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_events_time BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION set_audit_time();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_events_chain AFTER INSERT ON audit_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_event();--> statement-breakpoint
CREATE TRIGGER audit_events_update BEFORE UPDATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_events_truncate BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_events_delete BEFORE DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_early_audit_delete();--> statement-breakpoint
CREATE TRIGGER audit_chain_update BEFORE UPDATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_chain_truncate BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_chain_delete BEFORE DELETE ON audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_early_audit_delete();--> statement-breakpoint
CREATE TRIGGER audit_checkpoints_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_head_removal BEFORE DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
-- Stores the head as a checkpoint, unless it is one already. Returns nothing when the chain is empty.
CREATE FUNCTION record_audit_checkpoint() RETURNS TABLE (seq bigint, hash text) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    INSERT INTO audit_checkpoints (seq, hash)
    SELECT h.seq, h.hash FROM audit_head h
    WHERE h.seq > 0 AND NOT EXISTS (SELECT FROM audit_checkpoints c WHERE c.seq = h.seq AND c.hash = h.hash)
    RETURNING audit_checkpoints.seq, audit_checkpoints.hash;
END $$;--> statement-breakpoint
-- Deletes the oldest events whose retention has ended, at most `most`, and returns how many.
CREATE FUNCTION forget_audit_events(most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last_seq bigint;
  last_at timestamptz;
  gone bigint[];
BEGIN
  -- Only a beginning of the chain: an event that is still retained stops the run.
  SELECT max(o.seq), max(o.at) INTO last_seq, last_at FROM (
    SELECT c.seq, e.at, bool_and(e.at < audit_retained_since()) OVER (ORDER BY c.seq) AS ended
    FROM (SELECT * FROM audit_chain ORDER BY audit_chain.seq LIMIT most) c JOIN audit_events e ON e.id = c.event_id
  ) o WHERE o.ended;
  IF last_seq IS NULL THEN RETURN 0; END IF;
  INSERT INTO audit_checkpoints (seq, hash, removed_until)
  SELECT c.seq, c.hash, last_at FROM audit_chain c WHERE c.seq = last_seq;
  WITH links AS (DELETE FROM audit_chain c WHERE c.seq <= last_seq RETURNING c.event_id)
  SELECT array_agg(event_id) INTO gone FROM links;
  DELETE FROM audit_events e WHERE e.id = ANY (gone);
  RETURN cardinality(gone);
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION record_audit_checkpoint(), forget_audit_events(integer) FROM PUBLIC;
