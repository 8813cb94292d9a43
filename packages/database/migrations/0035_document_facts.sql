CREATE TYPE "public"."document_topic" AS ENUM('policies', 'instalments', 'transactions', 'claims');--> statement-breakpoint
CREATE TABLE "document_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" text NOT NULL,
	"topic" "document_topic" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_progress" (
	"kind" "document_kind" PRIMARY KEY NOT NULL,
	"issued_to" date NOT NULL,
	"after" text
);
--> statement-breakpoint
CREATE TABLE "document_wordings" (
	"hash" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claim_events" ADD COLUMN "loss_amount" integer;--> statement-breakpoint
ALTER TABLE "claim_events" ADD COLUMN "compensation" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "wordings" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "document_marks_by_customer" ON "document_marks" USING btree ("customer_id");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_wordings_document_wordings_hash_fk" FOREIGN KEY ("wordings") REFERENCES "public"."document_wordings"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_certificates" ON "documents" USING btree ("customer_id","policy_id","period_from") WHERE kind = 'certificate';--> statement-breakpoint
CREATE INDEX "instalments_by_due" ON "instalments" USING btree ("due_date","customer_id");--> statement-breakpoint
CREATE INDEX "policies_by_start" ON "policies" USING btree ("valid_from","customer_id");--> statement-breakpoint
CREATE INDEX "policies_by_end" ON "policies" USING btree ("valid_to","customer_id");--> statement-breakpoint
-- Which customers the nightly issue of documents has to look at beyond what a passing day makes due (HOLD-6). The marks are
-- written by triggers because the insurer's core system writes these tables too.
CREATE FUNCTION mark_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO document_marks (customer_id, topic) SELECT DISTINCT customer_id, TG_ARGV[0]::document_topic FROM changed;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Instalments and entries of days to come are found by their day. The seven days cover transactions that were open while
-- the nightly run passed their day.
CREATE FUNCTION mark_documents_of_instalments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE reached date := (SELECT issued_to FROM document_progress WHERE kind = 'invoice');
BEGIN
	INSERT INTO document_marks (customer_id, topic)
		SELECT DISTINCT customer_id, 'instalments'::document_topic FROM changed
		WHERE reached IS NULL OR due_date <= reached + 14 + 7;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_documents_of_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE reached date := (SELECT issued_to FROM document_progress WHERE kind = 'transactionOverview');
BEGIN
	INSERT INTO document_marks (customer_id, topic)
		SELECT DISTINCT customer_id, 'transactions'::document_topic FROM changed
		WHERE reached IS NULL OR booked_on < date_trunc('quarter', reached + 7);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_documents_of_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO document_marks (customer_id, topic)
		SELECT DISTINCT customer_id, 'claims'::document_topic FROM changed
		WHERE status IN ('approved', 'partlyApproved', 'rejected');
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_documents_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO document_marks (customer_id, topic) VALUES (NEW.customer_id, TG_ARGV[0]::document_topic);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER documents_of_new AFTER INSERT ON policies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_changed AFTER UPDATE ON policies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_new AFTER INSERT ON policy_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_changed AFTER UPDATE ON policy_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_gone AFTER DELETE ON policy_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_new AFTER INSERT ON policy_covers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_changed AFTER UPDATE ON policy_covers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_gone AFTER DELETE ON policy_covers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_new AFTER INSERT ON premium_parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_changed AFTER UPDATE ON premium_parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_gone AFTER DELETE ON premium_parts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents('policies');--> statement-breakpoint
CREATE TRIGGER documents_of_new AFTER INSERT ON instalments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents_of_instalments();--> statement-breakpoint
-- By row and column: paying, which changes most instalments, makes no invoice due.
CREATE TRIGGER documents_of_changed AFTER UPDATE OF due_date, cancelled_at ON instalments FOR EACH ROW
	WHEN (OLD.due_date <> NEW.due_date OR OLD.cancelled_at IS NOT NULL AND NEW.cancelled_at IS NULL) EXECUTE FUNCTION mark_documents_of_row('instalments');--> statement-breakpoint
CREATE TRIGGER documents_of_new AFTER INSERT ON transactions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents_of_transactions();--> statement-breakpoint
CREATE TRIGGER documents_of_new AFTER INSERT ON claim_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents_of_decisions();--> statement-breakpoint
CREATE TRIGGER documents_of_verified AFTER UPDATE OF unverified ON claims FOR EACH ROW
	WHEN (OLD.unverified AND NOT NEW.unverified) EXECUTE FUNCTION mark_documents_of_row('claims');--> statement-breakpoint
-- Who was here before: the first run looks at everybody.
INSERT INTO document_marks (customer_id, topic) SELECT c.id, topic FROM customers c CROSS JOIN unnest(enum_range(NULL::document_topic)) AS topic;
