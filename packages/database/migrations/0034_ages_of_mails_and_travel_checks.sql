CREATE INDEX "mails_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "travel_checks_age" ON "travel_checks" USING btree ("valid_to");