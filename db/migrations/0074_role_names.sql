-- Roles have English names, in `role`; the words that people read are made at the edge. 0.2.0, which may run beside
-- this release or after it, reads `staff_role` and writes 'admin' or 'staff' into `role`: until it is gone a trigger
-- writes the column that the other release reads.
alter table user_roles drop constraint user_roles_role_check;

create function name_role() returns trigger language plpgsql as $$
begin
  if new.role in ('admin', 'staff') then
    new.role := case new.staff_role
      when 'dono' then 'owner' when 'entrega' then 'delivery' when 'atendimento' then 'support' else 'finance' end;
  else
    new.staff_role := case new.role
      when 'owner' then 'dono' when 'delivery' then 'entrega' when 'support' then 'atendimento' else 'financeiro' end;
  end if;
  return new;
end $$;

create trigger name_role before insert or update on user_roles for each row execute function name_role();

update user_roles set role = role;
alter table user_roles add constraint user_roles_role_check
  check (role in ('owner', 'delivery', 'support', 'finance'));
