DROP INDEX "uploads_of_visits";--> statement-breakpoint
DROP INDEX "uploads_age";--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "filed" jsonb;--> statement-breakpoint
CREATE INDEX "uploads_of_strangers" ON "uploads" USING btree ("created_at") WHERE holder in ('visit', 'claimNotice');--> statement-breakpoint
CREATE INDEX "uploads_of_memo_drafts" ON "uploads" USING btree ("created_at") WHERE holder = 'memoDraft';--> statement-breakpoint
CREATE INDEX "uploads_receiving" ON "uploads" USING btree ("created_at") WHERE state = 'receiving';