-- Reviews. Only who owns the skin has one: it goes with the entry of the collection, so with a refund and
-- with the account.
create table reviews (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  champion_id text not null,
  skin_num integer not null,
  stars integer not null check (stars between 1 and 5),
  text text not null check (char_length(text) <= 500),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- By staff, and what its author reads about it.
  hidden_at timestamptz,
  hidden_reason text,
  -- A hidden one that its author took back: without text, so that the next one is not shown in its place.
  withdrawn_at timestamptz,
  unique (user_id, champion_id, skin_num),
  foreign key (user_id, champion_id, skin_num)
    references user_collection (user_id, champion_id, skin_num) on delete cascade,
  check ((hidden_at is null) = (hidden_reason is null))
);
create index reviews_of_skin on reviews (champion_id, skin_num, created_at desc, id desc)
  include (stars) where hidden_at is null and withdrawn_at is null;
create index reviews_newest on reviews (updated_at desc, id desc) where withdrawn_at is null;

-- The page of the skin is kept in each process: whatever changes a review, also a refund or a deleted account, says so.
create function announce_review() returns trigger language plpgsql as $$
declare
  changed reviews := coalesce(new, old);
begin
  perform pg_notify('fulgor_live', json_build_object('topic', 'reviews', 'event', 'changed',
    'data', json_build_object('championId', changed.champion_id, 'skinNum', changed.skin_num))::text);
  return null;
end $$;
create trigger reviews_changed after insert or update or delete on reviews
  for each row execute function announce_review();

-- Who was asked for a review of which skin: nobody is asked twice, also after a refund and a second purchase.
create table review_requests (
  user_id uuid not null references users (id) on delete cascade,
  champion_id text not null,
  skin_num integer not null,
  asked_at timestamptz not null,
  primary key (user_id, champion_id, skin_num)
);
