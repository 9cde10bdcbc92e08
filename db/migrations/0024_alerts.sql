-- What staff have to be told about now. A row lives as long as its reason: the order waits, the mail is
-- given up. Its number says what is newer.
create table alarms (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The id of the order, mail or notice.
  subject text not null,
  since timestamptz not null,
  unique (kind, subject)
);

-- How far each channel is. Of several processes one claims the row before it sends.
create table alert_channels (
  channel text primary key,
  -- The newest alarm that was told here.
  told_alarm bigint not null default 0,
  -- Nothing is sent before: a minute after a message, later after a failure.
  next_at timestamptz not null,
  failing_since timestamptz,
  -- A sentence for staff.
  failure text,
  check ((failing_since is null) = (failure is null))
);
insert into alert_channels (channel, next_at)
  select channel, now() from unnest(array['email', 'discord', 'telegram']) as channel;
