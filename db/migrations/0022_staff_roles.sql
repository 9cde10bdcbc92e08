-- Each person of the staff has one role; whoever is on the staff now owns the shop. The release before this
-- one may run beside it, and reads `role` alone: 'admin' is written for a dono and nobody else.
alter table user_roles add column staff_role text not null default 'dono'
  check (staff_role in ('dono', 'entrega', 'atendimento', 'financeiro'));
alter table user_roles drop constraint user_roles_role_check;
alter table user_roles add constraint user_roles_role_check check (role in ('admin', 'staff'));
alter table user_roles drop constraint user_roles_pkey;
alter table user_roles add primary key (user_id);
