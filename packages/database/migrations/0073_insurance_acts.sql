CREATE TABLE "insurance"."acts" (
	"customer" text NOT NULL,
	"key" text NOT NULL,
	"request_id" text NOT NULL,
	"round" smallint NOT NULL,
	"kind" text NOT NULL,
	"result" text NOT NULL,
	"edition" text,
	"decided_by" text,
	"at" timestamp with time zone NOT NULL,
	"input" jsonb NOT NULL,
	"known" jsonb NOT NULL,
	"answer" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "acts_customer_key_pk" PRIMARY KEY("customer","key"),
	CONSTRAINT "acts_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "acts_done_once" ON "insurance"."acts" USING btree ("request_id","round","result") WHERE "insurance"."acts"."result" in ('done', 'putBack');