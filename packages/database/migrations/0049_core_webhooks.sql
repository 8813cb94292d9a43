CREATE TABLE "core_webhook_deliveries" (
	"webhook_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"attempted_at" timestamp with time zone NOT NULL,
	"status" integer,
	"failure" text,
	"duration" integer NOT NULL,
	CONSTRAINT "core_webhook_deliveries_webhook_id_seq_pk" PRIMARY KEY("webhook_id","seq"),
	CONSTRAINT "core_webhook_deliveries_state" CHECK ("core_webhook_deliveries"."state" in ('delivered', 'waiting', 'dead', 'queued'))
);
--> statement-breakpoint
CREATE TABLE "core_webhook_secrets" (
	"webhook_id" text NOT NULL,
	"id" uuid NOT NULL,
	"secret" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "core_webhook_secrets_webhook_id_id_pk" PRIMARY KEY("webhook_id","id")
);
--> statement-breakpoint
CREATE TABLE "core_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"url" text NOT NULL,
	"types" text[],
	"added_at" timestamp with time zone NOT NULL,
	"paused" text,
	"place" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"replays" boolean DEFAULT false NOT NULL,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "core_webhooks_url" UNIQUE("source","url"),
	CONSTRAINT "core_webhooks_paused" CHECK ("core_webhooks"."paused" in ('asked', 'failing', 'gone', 'expired'))
);
--> statement-breakpoint
ALTER TABLE "core_webhook_secrets" ADD CONSTRAINT "core_webhook_secrets_webhook_id_core_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."core_webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "core_webhook_deliveries_open" ON "core_webhook_deliveries" USING btree ("webhook_id","state") WHERE "core_webhook_deliveries"."state" <> 'delivered';--> statement-breakpoint
CREATE INDEX "core_webhook_deliveries_age" ON "core_webhook_deliveries" USING btree ("attempted_at");