CREATE TYPE "public"."view_reason" AS ENUM('service', 'claim', 'privacy', 'fault');--> statement-breakpoint
CREATE TABLE "staff_reads" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"view_id" text NOT NULL,
	"call" text NOT NULL,
	"target" text,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_reads_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "staff_views" (
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"employee_id" text NOT NULL,
	"employee_name" text NOT NULL,
	"reason" "view_reason" NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_views_customer_id_id_pk" PRIMARY KEY("customer_id","id"),
	CONSTRAINT "staff_views_period" CHECK ("staff_views"."ends_at" > "staff_views"."opened_at")
);
--> statement-breakpoint
ALTER TABLE "staff_reads" ADD CONSTRAINT "staff_reads_customer_id_view_id_staff_views_customer_id_id_fk" FOREIGN KEY ("customer_id","view_id") REFERENCES "public"."staff_views"("customer_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_views" ADD CONSTRAINT "staff_views_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_reads_view" ON "staff_reads" USING btree ("customer_id","view_id","read_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_views_open" ON "staff_views" USING btree ("employee_id","customer_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "staff_views_newest" ON "staff_views" USING btree ("customer_id","opened_at");