-- A process of the release before knows no gifts: when it delivers one, it puts the skin into the collection of the
-- order's buyer. The database keeps it where it is: with whoever claimed it, or with nobody yet.
create function keep_gift_with_its_owner() returns trigger language plpgsql as $$
declare
  gift gifts;
begin
  select * into gift from gifts where order_id = new.order_id and status in ('offered', 'claimed', 'kept');
  if not found then
    return new;
  end if;
  if gift.owner_id is null then
    return null;
  end if;
  new.user_id := gift.owner_id;
  return new;
end $$;
create trigger gift_has_one_owner before insert on user_collection
  for each row execute function keep_gift_with_its_owner();
