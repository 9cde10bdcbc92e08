-- Tickets: a support message is a thread.

-- What a search of tickets finds, folded as `order_search_words` of 0006 folds it (shop/orders/search/match-order.ts). A word
-- of a message may be longer than the database takes, so it is cut.
create function ticket_search_words(words text, whole text[]) returns tsvector
  language sql immutable strict parallel safe as $$
  select array_to_tsvector(array(
    select distinct left(word, 100) from unnest(
      string_to_array(
        translate(
          lower(words),
          'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~' || E'\n\t',
          'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn                                  '
        ), ' ')
      || whole) as word
    where word <> ''))
$$;

create table tickets (
  id uuid primary key,
  -- Whoever deletes their account takes their tickets along.
  user_id uuid not null references users (id) on delete cascade,
  state text not null check (state in ('open', 'answered', 'solved')),
  subject text not null check (length(subject) between 1 and 150),
  order_id uuid references orders (id) on delete set null,
  champion_id text,
  skin_num int,
  -- Of the skin's file: the one that was downloaded last, or else the one that there was. null: there was none.
  file_version int,
  created_at timestamptz not null,
  -- The last message, or the last change of the state.
  changed_at timestamptz not null,
  -- The oldest message that nobody has answered.
  waits_since timestamptz,
  -- Subject, skin, sender and messages: for searches alone.
  search_words tsvector not null,
  check ((champion_id is null) = (skin_num is null)),
  check ((state = 'open') = (waits_since is not null))
);
create index tickets_by_change on tickets (changed_at desc, id desc);
create index tickets_by_state on tickets (state, changed_at desc, id desc);
create index tickets_waiting on tickets (waits_since, id) where state = 'open';
create index tickets_of_user on tickets (user_id, changed_at desc, id desc);
create index tickets_of_order on tickets (order_id) where order_id is not null;
create index tickets_search on tickets using gin (search_words) with (gin_pending_list_limit = 256);

create table ticket_replies (
  id uuid primary key,
  ticket_id uuid not null references tickets (id) on delete cascade,
  from_staff boolean not null,
  -- null: a member of the staff whose account is gone.
  author_id uuid references users (id) on delete set null,
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz not null
);
create index ticket_replies_of_ticket on ticket_replies (ticket_id, created_at, id);
create index ticket_replies_of_author on ticket_replies (author_id, created_at) where author_id is not null;

-- Ready-made answers of staff. Words in braces are filled in: {nome}, {pedido}, {skin}.
create table ready_answers (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(title) between 1 and 80),
  body text not null check (length(body) between 1 and 5000)
);
insert into ready_answers (title, body) values
  ('Pasta errada', E'Olá, {nome}!\n\nNa maioria das vezes o arquivo da skin {skin} está em outra pasta. Extraia o arquivo baixado, abra o modificador e escolha a pasta que saiu dele, como no passo a passo da página Como Utilizar.\n\nFuncionou? Responda por aqui.'),
  ('Versão do jogo', E'Olá, {nome}!\n\nO jogo recebeu uma atualização. Abra Minha Coleção, baixe a skin {skin} de novo e troque o arquivo antigo pelo novo.\n\nFuncionou? Responda por aqui.'),
  ('Antivírus', E'Olá, {nome}!\n\nAlguns antivírus apagam ou bloqueiam o arquivo sem avisar. Veja na quarentena do seu antivírus se ele está lá, restaure-o e crie uma exceção para a pasta da skin. Depois tente de novo.\n\nFuncionou? Responda por aqui.');

-- 'Funcionou?'. When the entry was downloaded last, and which version of the skin's file.
alter table user_collection add column downloaded_at timestamptz;
alter table user_collection add column downloaded_version int;
-- Its owner says that it works.
alter table user_collection add column worked_at timestamptz;
