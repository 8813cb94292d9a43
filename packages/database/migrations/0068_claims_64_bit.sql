-- One statement, so that the table is rewritten once.
ALTER TABLE "claims" ALTER COLUMN "loss_amount" SET DATA TYPE bigint, ALTER COLUMN "compensation" SET DATA TYPE bigint;