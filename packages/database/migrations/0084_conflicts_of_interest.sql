ALTER TABLE "customers" ADD COLUMN "family_number" text;--> statement-breakpoint
CREATE INDEX "customers_by_spouse" ON "customers" USING btree ("spouse_ssn") WHERE spouse_ssn is not null;--> statement-breakpoint
CREATE INDEX "customers_by_family" ON "customers" USING btree ("family_number") WHERE family_number is not null;--> statement-breakpoint
CREATE INDEX "customers_by_home" ON "customers" USING btree ("postal_code",lower(translate("address", 'ÁÐÉÍÓÚÝÞÆÖ', 'áðéíóúýþæö'))) WHERE kind = 'person' and address is not null;