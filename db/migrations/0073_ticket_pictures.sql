-- A picture of a support message: its key among the files. Null: the message has none.
alter table ticket_replies add column picture_key text;
