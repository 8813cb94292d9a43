CREATE TYPE "public"."chat_end" AS ENUM('visitor', 'agent', 'idle');--> statement-breakpoint
CREATE TYPE "public"."chat_side" AS ENUM('visitor', 'agent');--> statement-breakpoint
CREATE TYPE "public"."chat_state" AS ENUM('waiting', 'connected', 'ended');--> statement-breakpoint
CREATE TABLE "chat_agents" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"chat_id" text NOT NULL,
	"seq" integer NOT NULL,
	"side" "chat_side" NOT NULL,
	"key" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_messages_chat_id_seq_pk" PRIMARY KEY("chat_id","seq"),
	CONSTRAINT "chat_messages_once" UNIQUE("chat_id","side","key")
);
--> statement-breakpoint
CREATE TABLE "chat_transcripts" (
	"chat_id" text NOT NULL,
	"id" text NOT NULL,
	"recipient" text NOT NULL,
	"language" "language" NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"fault" text,
	CONSTRAINT "chat_transcripts_chat_id_id_pk" PRIMARY KEY("chat_id","id")
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"id" text PRIMARY KEY NOT NULL,
	"session_hash" text NOT NULL,
	"customer_id" text,
	"name" text NOT NULL,
	"topic" text NOT NULL,
	"language" "language" NOT NULL,
	"state" "chat_state" NOT NULL,
	"agent_id" text,
	"agent_name" text,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"active_at" timestamp with time zone NOT NULL,
	"warned" boolean DEFAULT false NOT NULL,
	"visitor_typing_at" timestamp with time zone,
	"agent_typing_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" "chat_end",
	CONSTRAINT "chats_session_hash_unique" UNIQUE("session_hash")
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_transcripts" ADD CONSTRAINT "chat_transcripts_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chats_open" ON "chats" USING btree ("state","created_at") WHERE "chats"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "chats_of_agent" ON "chats" USING btree ("agent_id","ended_at");--> statement-breakpoint
CREATE INDEX "chats_of_customer" ON "chats" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "chats_age" ON "chats" USING btree ("created_at");