-- Whether anybody was given a stored file (shop/retention/forget-unused-files.ts).
create index concurrently grants_of_file on grants (file_id) where file_id is not null;
