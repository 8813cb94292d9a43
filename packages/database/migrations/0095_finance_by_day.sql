CREATE INDEX "claim_payments_by_day" ON "claim_payments" USING btree ("paid_on");--> statement-breakpoint
CREATE INDEX "claim_payments_hanging" ON "claim_payments" USING btree ("step") WHERE step in ('failed', 'returned');--> statement-breakpoint
CREATE INDEX "instalments_charged" ON "instalments" USING btree (coalesce("paid_at", "refused_at")) WHERE payment_id is null and coalesce(paid_at, refused_at) is not null;--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "payments" USING btree ("created_at");