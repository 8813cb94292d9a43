CREATE TABLE "core_events" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"entered" bigint GENERATED ALWAYS AS IDENTITY (sequence name "core_events_entered_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"seq" bigint,
	CONSTRAINT "core_events_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "core_events_head" (
	"one" bigint PRIMARY KEY DEFAULT 1 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"forgotten" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "core_events_head_one" CHECK ("core_events_head"."one" = 1)
);
--> statement-breakpoint
CREATE INDEX "core_events_unstamped" ON "core_events" USING btree ("entered") WHERE "core_events"."seq" is null;--> statement-breakpoint
CREATE INDEX "core_events_type" ON "core_events" USING btree ("type","seq");--> statement-breakpoint
INSERT INTO core_events_head (one) VALUES (1);
