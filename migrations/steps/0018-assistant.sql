-- External services and their keys. The application seals a key for this field of this row.
create table integrations (
  id text primary key default new_id(),
  name text not null,
  description text not null,
  status text not null check (status in ('active', 'inactive')),
  icon text not null,
  api_key text,
  last4 text,
  base_url text,
  model text,
  monthly_token_cap integer check (monthly_token_cap > 0),
  checked_at timestamptz,
  check_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index integrations_by_name on integrations (lower(name));
grant select, insert, update, delete on integrations to prosa_staff;

create table integration_usage (
  integration_id text not null references integrations (id) on delete cascade,
  month date not null,
  tokens bigint not null,
  primary key (integration_id, month)
);
grant select, insert, update, delete on integration_usage to prosa_staff;

-- The assistant's knowledge. Words are stemmed without accents on both sides, so that searches without accents find the
-- same.
create table articles (
  id text primary key default new_id(),
  title text not null,
  body text not null,
  audiences text[] not null check (audiences <@ '{visitor,client,staff}' and audiences <> '{}'),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (
    setweight(to_tsvector('pg_catalog.portuguese', fold(title)), 'A')
    || setweight(to_tsvector('pg_catalog.portuguese', fold(body)), 'B')) stored
);
create index articles_by_words on articles using gin (search);
create index articles_by_time on articles (updated_at desc, id desc);
grant select, insert, update, delete on articles to prosa_staff;
-- The initial articles; staff edit them.
insert into articles (title, audiences, body) values
  ('Como receber leads pelo formulário público', '{visitor,client,staff}', 'Cada empresa tem um formulário público com endereço próprio. Quem preenche o formulário vira um lead na lista da empresa, e os administradores recebem um aviso por e-mail.

Para divulgar: entre no sistema, abra a página Leads e use o botão que copia o link do formulário. Cole o link no site, no perfil do Instagram, no WhatsApp ou em um código QR. Quem chega ao formulário sem o link da empresa pode encontrá-la pelo CNPJ.'),
  ('Planos, limites e leads retidos', '{visitor,client,staff}', 'Cada plano permite uma quantidade de leads por mês e de usuários. A empresa nova começa com um período de teste grátis.

Quando o limite de leads do mês é atingido, nenhum lead se perde: os novos continuam a ser recebidos e ficam retidos. Eles aparecem na lista quando a empresa muda de plano ou no começo do próximo mês. A empresa é avisada por e-mail. A mudança de plano é feita na página Minha empresa, por quem tem essa permissão.'),
  ('Como convidar a equipe', '{client,staff}', 'Abra a página Equipe e use o botão Convidar pessoa. Informe nome e e-mail, escolha o papel (administrador, gerente, atendente, somente leitura ou personalizado) e se a pessoa vê todos os leads, os da equipe dela ou só os próprios.

A pessoa recebe um link por e-mail, que vale uma vez, e cria a própria senha. Quem sai da empresa é desativado na mesma página, e os leads dessa pessoa podem ser passados a outra.'),
  ('Consentimento para comunicações (LGPD)', '{visitor,client,staff}', 'O formulário público pergunta se a pessoa concorda em receber comunicações por e-mail e telefone. A resposta é opcional: sem ela o lead também é enviado.

A decisão fica guardada com o texto mostrado, a data e a origem, e aparece na página do lead. Só fale por e-mail ou telefone, para fins de divulgação, com quem concordou.');

-- A conversation of a person in one company, or of an anonymous visitor.
create table chat_sessions (
  id text primary key,
  user_id text references users (id) on delete cascade,
  company_id text references companies (id) on delete cascade,
  person_asked_at timestamptz,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  lead_id text,
  taken_by text references users (id) on delete set null,
  taken_at timestamptz,
  concluded_at timestamptz
);
create index chat_sessions_by_user on chat_sessions (user_id, last_at desc);
create index chat_sessions_by_time on chat_sessions (last_at);
create index chat_sessions_for_the_team on chat_sessions (person_asked_at desc, id)
  where person_asked_at is not null;
create index chat_sessions_by_taker on chat_sessions (taken_by) where taken_by is not null;
grant select, insert, update, delete on chat_sessions to prosa_staff;

-- A question and its answer are one row, so that no question can have two answers.
create table chat_messages (
  id text primary key default new_id(),
  session_id text not null references chat_sessions (id) on delete cascade,
  key text,
  audience text not null check (audience in ('visitor', 'client', 'staff')),
  message text not null,
  status text not null default 'asked' check (status in ('asked', 'answered', 'failed')),
  response text,
  sources jsonb not null default '[]',
  problem text,
  feedback text check (feedback in ('up', 'down')),
  tokens integer not null default 0,
  asked_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  check ((status = 'answered') = (response is not null)),
  check ((status = 'failed') = (problem is not null))
);
create unique index chat_messages_by_key on chat_messages (session_id, key);
create index chat_messages_by_session on chat_messages (session_id, asked_at desc, id desc);
grant select, insert, update, delete on chat_messages to prosa_staff;

-- An action that the assistant proposes, done once and only when the person confirms it.
create table chat_proposals (
  id text not null default new_id(),
  company_id text not null references companies (id) on delete cascade,
  session_id text not null references chat_sessions (id) on delete cascade,
  message_id text not null references chat_messages (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  -- Its position among the proposals of one answer.
  place smallint not null,
  kind text not null check (kind in ('task', 'note', 'status', 'owner', 'person')),
  params jsonb not null,
  -- The lead and its version when proposed; a lead changed since makes the proposal outdated.
  lead_id text,
  lead_name text,
  lead_version integer,
  -- The leads to choose from, where it is unclear which is meant.
  options jsonb not null default '[]',
  state text not null check (state in ('choosing', 'waiting', 'done', 'cancelled', 'expired', 'failed')),
  outcome text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 minutes',
  settled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  check ((state in ('choosing', 'waiting')) = (settled_at is null))
);
create index chat_proposals_by_message on chat_proposals (message_id, place);
create index chat_proposals_by_session on chat_proposals (session_id, created_at desc);
create index chat_proposals_by_lead on chat_proposals (company_id, lead_id);
create index chat_proposals_by_user on chat_proposals (user_id);
create index chat_proposals_open on chat_proposals (expires_at)
    where state in ('choosing', 'waiting');
call isolate_by_company('chat_proposals');
call show_with_lead('chat_proposals', lead_optional => true);
