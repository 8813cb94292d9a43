ALTER TABLE "employees" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_issuer_subject" UNIQUE("issuer","subject");--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_issuer_and_subject" CHECK (("employees"."issuer" is null) = ("employees"."subject" is null));