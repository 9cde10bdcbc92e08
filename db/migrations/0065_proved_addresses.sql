-- When whoever holds the account's password proved the address (docs/rulings.md, 'Proved persons'). null for every account
-- of the releases before, which took an opened link for a proof: their `email_verified` stays and counts for mails.
alter table users add column address_proved_at timestamptz;
