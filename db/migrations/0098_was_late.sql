-- Its promise had passed when its clock stopped.
alter table orders add column was_late boolean not null default false;
