-- Since when a skin's file does not answer, and what the shop met there, in a sentence for staff. Empty where a person
-- marked the file as broken.
alter table skin_files add column failing_since timestamptz;
alter table skin_files add column failure text;
