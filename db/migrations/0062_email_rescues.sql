-- A customer's e-mail address is changed by staff: asked for, proved by the new address, a day later done.
create table email_rescues (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  -- How the person proved who they are, in the words of staff.
  reason text not null,
  asked_by uuid references users (id) on delete set null,
  state text not null default 'waiting'
    check (state in ('waiting', 'done', 'stopped', 'cancelled', 'expired', 'refused')),
  -- The tokens of its two addresses are derived of it, and stand nowhere; the digests are their SHA-256.
  nonce text not null,
  stop_digest text not null unique,
  confirm_digest text not null unique,
  created_at timestamptz not null,
  -- The first moment at which it may be carried out.
  due_at timestamptz not null,
  -- When the new address proved that it reads its mail.
  confirmed_at timestamptz,
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null)),
  check (state <> 'done' or confirmed_at is not null)
);
create unique index email_rescues_open on email_rescues (user_id) where state = 'waiting';
create unique index email_rescues_open_to on email_rescues (new_email) where state = 'waiting';
create index email_rescues_by_age on email_rescues (created_at, id);
create index email_rescues_of_user on email_rescues (user_id);
create index email_rescues_asked_by on email_rescues (asked_by) where asked_by is not null;
create index email_rescues_to_forget on email_rescues (ended_at) where ended_at is not null;
