CREATE TYPE "public"."case_problem" AS ENUM('payment', 'signing');--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "problem" "case_problem";