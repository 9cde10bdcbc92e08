-- Its promise had passed when its clock stopped.
alter table orders add column was_late boolean not null default false;

-- The day on which the bank wrote it; null: it does not say.
alter table statements add column exported_on text;
