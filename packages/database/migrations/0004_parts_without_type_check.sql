ALTER TABLE "premium_parts" DROP CONSTRAINT "premium_parts_id_premium_part_types_code_fk";
