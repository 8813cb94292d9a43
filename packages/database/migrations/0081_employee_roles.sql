CREATE TABLE "employee_roles" (
	"employee_id" text NOT NULL,
	"role" text NOT NULL,
	"lines" text[],
	"valid_from" date NOT NULL,
	"valid_to" date,
	"given_by" text,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "employee_roles_employee_id_role_pk" PRIMARY KEY("employee_id","role"),
	CONSTRAINT "employee_roles_days" CHECK ("employee_roles"."valid_to" is null or "employee_roles"."valid_from" <= "employee_roles"."valid_to")
);
--> statement-breakpoint
ALTER TABLE "employee_roles" ADD CONSTRAINT "employee_roles_employee_id_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("id") ON DELETE cascade ON UPDATE no action;