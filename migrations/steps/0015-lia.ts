import { type Kysely, sql } from 'kysely'

/** The assistant: outside services and their keys, what the assistant knows, and what it was asked. */
export async function up(db: Kysely<never>): Promise<void> {
  // The key is sealed by the application, for this field of this row.
  await sql`
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
    )`.execute(db)
  await sql`create unique index integrations_by_name on integrations (lower(name))`.execute(db)
  await sql`
    create table integration_usage (
      integration_id text not null references integrations (id) on delete cascade,
      month date not null,
      tokens bigint not null,
      primary key (integration_id, month)
    )`.execute(db)

  // Stems are made of words without accents on both sides, so that who leaves them out finds the same.
  await sql`
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
    )`.execute(db)
  await sql`create index articles_by_words on articles using gin (search)`.execute(db)
  await sql`create index articles_by_time on articles (updated_at desc, id desc)`.execute(db)

  // A conversation is a person's in one company, or a visitor's, of whom nothing is known.
  await sql`
    create table chat_sessions (
      id text primary key,
      user_id text references users (id) on delete cascade,
      company_id text references companies (id) on delete cascade,
      person_asked_at timestamptz,
      created_at timestamptz not null default now(),
      last_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index chat_sessions_by_user on chat_sessions (user_id, last_at desc)`.execute(db)
  await sql`create index chat_sessions_by_time on chat_sessions (last_at)`.execute(db)
  await sql`create index chat_sessions_for_the_team on chat_sessions (person_asked_at)
    where person_asked_at is not null`.execute(db)

  // A question and its answer are one row, so that no question can have two.
  await sql`
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
    )`.execute(db)
  await sql`create unique index chat_messages_by_key on chat_messages (session_id, key)`.execute(db)
  await sql`create index chat_messages_by_session on chat_messages (session_id, asked_at desc, id desc)`.execute(db)

  await sql`grant select, insert, update, delete
    on integrations, integration_usage, articles, chat_sessions, chat_messages to prosa_staff`.execute(db)

  for (const { title, audiences, body } of articles)
    await sql`insert into articles (title, body, audiences) values (${title}, ${body}, ${audiences})`.execute(db)
}

const everybody = ['visitor', 'client', 'staff']

const articles = [
  {
    title: 'Como receber leads pelo formulário público',
    audiences: everybody,
    body: `Cada empresa tem um formulário público com endereço próprio. Quem preenche o formulário vira um lead na lista da empresa, e os administradores recebem um aviso por e-mail.

Para divulgar: entre no sistema, abra a página Leads e use o botão que copia o link do formulário. Cole o link no site, no perfil do Instagram, no WhatsApp ou em um código QR. Quem chega ao formulário sem o link da empresa pode encontrá-la pelo CNPJ.`
  },
  {
    title: 'Planos, limites e leads retidos',
    audiences: everybody,
    body: `Cada plano permite uma quantidade de leads por mês e de usuários. A empresa nova começa com um período de teste grátis.

Quando o limite de leads do mês é atingido, nenhum lead se perde: os novos continuam a ser recebidos e ficam retidos. Eles aparecem na lista quando a empresa muda de plano ou no começo do próximo mês. A empresa é avisada por e-mail. A mudança de plano é feita na página Minha empresa, por quem tem essa permissão.`
  },
  {
    title: 'Como convidar a equipe',
    audiences: ['client', 'staff'],
    body: `Abra a página Equipe e use o botão Convidar pessoa. Informe nome e e-mail, escolha o papel (administrador, gerente, atendente, somente leitura ou personalizado) e se a pessoa vê todos os leads, os da equipe dela ou só os próprios.

A pessoa recebe um link por e-mail, que vale uma vez, e cria a própria senha. Quem sai da empresa é desativado na mesma página, e os leads dessa pessoa podem ser passados a outra.`
  },
  {
    title: 'Consentimento para comunicações (LGPD)',
    audiences: everybody,
    body: `O formulário público pergunta se a pessoa concorda em receber comunicações por e-mail e telefone. A resposta é opcional: sem ela o lead também é enviado.

A decisão fica guardada com o texto mostrado, a data e a origem, e aparece na página do lead. Só fale por e-mail ou telefone, para fins de divulgação, com quem concordou.`
  }
]
