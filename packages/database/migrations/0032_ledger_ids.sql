-- An earlier release joined two whole ids: such a premium gets the id that it would have today.
UPDATE "transactions" SET "id" = left("id", 45) || left(encode(sha256(convert_to(substr("id", 46), 'UTF8')), 'hex'), 16) WHERE length("id") > 64 AND "id" LIKE 'premium-%';--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_id" CHECK (length("transactions"."id") <= 64);
