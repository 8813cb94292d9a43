ALTER TYPE "public"."audit_actor_kind" ADD VALUE 'service';--> statement-breakpoint
ALTER TYPE "public"."audit_authority" ADD VALUE 'clientScope';--> statement-breakpoint
CREATE TABLE "core_client_keys" (
	"client_id" text NOT NULL,
	"id" text NOT NULL,
	"jwk" jsonb NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "core_client_keys_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "core_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"scopes" text[] NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "core_clients_id_prefix" CHECK ("core_clients"."id" like 'core-%')
);
--> statement-breakpoint
ALTER TABLE "core_client_keys" ADD CONSTRAINT "core_client_keys_client_id_core_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."core_clients"("id") ON DELETE no action ON UPDATE no action;