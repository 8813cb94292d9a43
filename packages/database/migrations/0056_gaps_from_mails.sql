-- Gaps of lapses that ended before they were stored; the e-mails about them are few, and say the days.
update "policies" set "gaps" = "known"."gaps"
from (
  select "customer_id", "policy_id",
    jsonb_agg(jsonb_build_object('from', "lapsed", 'to', "last") order by "lapsed") as "gaps"
  from (
    select "customer_id", "about" ->> 'policyId' as "policy_id", "about" ->> 'lapsedOn' as "lapsed",
      min(("about" ->> 'from')::date - 1)::text as "last"
    from "mails"
    where "kind" = 'coverRestored' and "about" ->> 'from' > "about" ->> 'lapsedOn'
    group by 1, 2, 3
  ) as "mailed"
  group by 1, 2
) as "known"
where "policies"."customer_id" = "known"."customer_id" and "policies"."id" = "known"."policy_id"
  and "policies"."gaps" = '[]'::jsonb;
