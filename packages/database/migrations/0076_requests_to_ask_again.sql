-- concurrently
create index concurrently if not exists "change_requests_to_ask_again" on "change_requests" using btree ("ask_again_at") where ask_again_at is not null;
