-- The insurer's core system writes the marked tables in a role of its own, which need not have a right to the marks.
ALTER FUNCTION mark_documents() SECURITY DEFINER SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION mark_documents_of_instalments() SECURITY DEFINER SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION mark_documents_of_transactions() SECURITY DEFINER SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION mark_documents_of_decisions() SECURITY DEFINER SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION mark_documents_of_row() SECURITY DEFINER SET search_path = public, pg_temp;
