-- A review that staff have hidden outlives the skin, without its words: who gives the skin back and buys it again writes
-- no new one in public. It goes with the account, as what everybody read goes with the skin.
alter table reviews drop constraint reviews_user_id_champion_id_skin_num_fkey;
alter table reviews add constraint reviews_of_account
  foreign key (user_id) references users (id) on delete cascade not valid;

create function end_review() returns trigger language plpgsql as $$
begin
  delete from reviews where user_id = old.user_id and champion_id = old.champion_id and skin_num = old.skin_num
    and hidden_at is null;
  update reviews set text = '', withdrawn_at = now()
  where user_id = old.user_id and champion_id = old.champion_id and skin_num = old.skin_num
    and withdrawn_at is null;
  return null;
end $$;
create trigger review_ends_with_skin after delete on user_collection
  for each row execute function end_review();
