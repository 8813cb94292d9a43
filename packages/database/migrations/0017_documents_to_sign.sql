CREATE TYPE "public"."signing_method" AS ENUM('mobile', 'app');--> statement-breakpoint
CREATE TYPE "public"."signing_state" AS ENUM('waiting', 'confirmed', 'cancelled', 'expired', 'signed');--> statement-breakpoint
CREATE TABLE "documents_to_sign" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"title_is" text NOT NULL,
	"title_en" text NOT NULL,
	"terms" jsonb NOT NULL,
	"policy_id" text,
	"claim_id" text,
	"issued_on" date NOT NULL,
	"sign_by" date NOT NULL,
	"file_is" text,
	"file_en" text,
	"announced_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "documents_to_sign_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "signed_documents" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"file" text NOT NULL,
	"language" "language" NOT NULL,
	"method" "signing_method" NOT NULL,
	"signer_name" text NOT NULL,
	"signer_ssn" text NOT NULL,
	"certificate_issuer" text NOT NULL,
	"actor_id" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signed_documents_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "signing_transactions" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"document_id" text NOT NULL,
	"actor_id" text NOT NULL,
	"session" text NOT NULL,
	"method" "signing_method" NOT NULL,
	"called" text NOT NULL,
	"language" "language" NOT NULL,
	"hash" text NOT NULL,
	"state" "signing_state" DEFAULT 'waiting' NOT NULL,
	"reference" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signing_transactions_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
ALTER TABLE "documents_to_sign" ADD CONSTRAINT "documents_to_sign_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents_to_sign" ADD CONSTRAINT "documents_to_sign_file_is_contents_key_fk" FOREIGN KEY ("file_is") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents_to_sign" ADD CONSTRAINT "documents_to_sign_file_en_contents_key_fk" FOREIGN KEY ("file_en") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents_to_sign" ADD CONSTRAINT "documents_to_sign_customer_id_policy_id_policies_customer_id_id_fk" FOREIGN KEY ("customer_id","policy_id") REFERENCES "public"."policies"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents_to_sign" ADD CONSTRAINT "documents_to_sign_customer_id_claim_id_claims_customer_id_id_fk" FOREIGN KEY ("customer_id","claim_id") REFERENCES "public"."claims"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_documents" ADD CONSTRAINT "signed_documents_file_contents_key_fk" FOREIGN KEY ("file") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_documents" ADD CONSTRAINT "signed_documents_customer_id_id_documents_to_sign_customer_id_id_fk" FOREIGN KEY ("customer_id","id") REFERENCES "public"."documents_to_sign"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_transactions" ADD CONSTRAINT "signing_transactions_customer_id_document_id_documents_to_sign_customer_id_id_fk" FOREIGN KEY ("customer_id","document_id") REFERENCES "public"."documents_to_sign"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_to_sign_by_day" ON "documents_to_sign" USING btree ("sign_by");--> statement-breakpoint
CREATE INDEX "documents_to_sign_by_content_is" ON "documents_to_sign" USING btree ("file_is") WHERE file_is is not null;--> statement-breakpoint
CREATE INDEX "documents_to_sign_by_content_en" ON "documents_to_sign" USING btree ("file_en") WHERE file_en is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "signed_documents_by_content" ON "signed_documents" USING btree ("file");--> statement-breakpoint
CREATE INDEX "signing_transactions_by_called" ON "signing_transactions" USING btree ("called","started_at");--> statement-breakpoint
CREATE INDEX "signing_transactions_age" ON "signing_transactions" USING btree ("started_at");