-- What a row is found by: the folded words of names, and numbers and addresses without spaces and dashes. The letters are those
-- of `folded` in the API. Words are cut, because a visitor may send one that is too long for an index.
CREATE FUNCTION "find_words"(names text, VARIADIC codes text[]) RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
AS $$
	SELECT array_to_tsvector(array(
		SELECT left(word, 60) FROM unnest(
			string_to_array(translate(replace(replace(replace(translate(lower(normalize(left(names, 300), NFD)), 'ðÐđĐøØłŁÞÆς‐‑‒–—−  ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐ̧̨̛̣̤̥̦̩̪̫̬̭̮̯̰̱̀́̂̃̄̅̆̇̈̉̊̋̌̍̎̏̐̑̒̓̔͂ͅ', 'ddddoollþæσ------  αβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґ'), 'þ', 'th'), 'æ', 'ae'), 'ß', 'ss'), '.,;:()"''’/|&+_-', '               '), ' ')
			|| array(SELECT translate(replace(replace(replace(translate(lower(normalize(left(code, 300), NFD)), 'ðÐđĐøØłŁÞÆς‐‑‒–—−  ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐ̧̨̛̣̤̥̦̩̪̫̬̭̮̯̰̱̀́̂̃̄̅̆̇̈̉̊̋̌̍̎̏̐̑̒̓̔͂ͅ', 'ddddoollþæσ------  αβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґ'), 'þ', 'th'), 'æ', 'ae'), 'ß', 'ss'), ' -', '') FROM unnest(codes) AS code)
		) AS word WHERE word <> ''
	))
$$;--> statement-breakpoint
CREATE INDEX "proposals_by_words" ON "proposals" USING gin (find_words(null, number));--> statement-breakpoint
CREATE INDEX "claim_notices_by_words" ON "claim_notices" USING gin (find_words(name, number, ssn, policy_number, (form ->> 'email'), (form ->> 'phone'), (form -> 'details' ->> 'licensePlate')));--> statement-breakpoint
CREATE INDEX "claims_by_words" ON "claims" USING gin (find_words(null, number));--> statement-breakpoint
CREATE INDEX "customers_by_words" ON "customers" USING gin (find_words(full_name, ssn, email, mobile_phone, home_phone));--> statement-breakpoint
CREATE INDEX "policies_by_words" ON "policies" USING gin (find_words(null, number));--> statement-breakpoint
CREATE INDEX "policy_items_by_plate" ON "policy_items" USING gin (find_words(null, (facts ->> 'plate'))) WHERE facts ? 'plate';--> statement-breakpoint
CREATE INDEX "submissions_by_words" ON "submissions" USING gin (find_words(coalesce(fields ->> 'name', fields ->> 'contactName', fields ->> 'guardianName', fields ->> 'senderName'), reference, email, (fields ->> 'ssn'), (fields ->> 'companySsn'), (fields ->> 'guardianSsn'), (fields ->> 'phone'), (fields ->> 'licensePlate')));