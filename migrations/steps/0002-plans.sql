-- Prices in cents; null means no limit.
create table plans (
  key text primary key check (key in ('basic', 'pro', 'advanced', 'enterprise')),
  name text not null,
  price_cents integer not null check (price_cents >= 0),
  description text not null,
  leads_per_month integer check (leads_per_month > 0),
  users integer check (users > 0),
  features text[] not null,
  limitations text[] not null,
  highlights text[] not null,
  popular boolean not null default false,
  position integer not null,
  updated_at timestamptz not null default now(),
  forms integer check (forms > 0)
);
grant select, update on plans to prosa_staff;
grant select on plans to prosa_app;
insert into plans (
  key, name, price_cents, description, leads_per_month, users, features, limitations, highlights, popular, position)
values
  ('basic', 'Básico', 4900, 'Para quem está começando a organizar os contatos.', 100, 2,
    '{"Formulário público de leads","Lista de leads com busca","Registro de atividades","Aviso de novo lead por e-mail"}',
    '{"Até 100 leads por mês","2 usuários"}', '{"Até 100 leads por mês","2 usuários"}', true, 1),
  ('pro', 'Profissional', 9900, 'Para equipes que atendem todos os dias.', 500, 5,
    '{"Tudo do Básico","E-mail marketing","Agenda on-line","WhatsApp"}',
    '{"Até 500 leads por mês","5 usuários"}', '{"Até 500 leads por mês","5 usuários"}', false, 2),
  ('advanced', 'Avançado', 19900, 'Para quem recebe muitos contatos e quer automatizar.', 2000, 3,
    '{"Tudo do Profissional","Instagram","Assistente virtual com a base da empresa"}',
    '{"Até 2.000 leads por mês","Até 3 usuários"}', '{"Até 2.000 leads por mês","Até 3 usuários"}', false, 3),
  ('enterprise', 'Empresarial', 29900, 'Para empresas com várias equipes.', null, null,
    '{"Tudo do Avançado","Atendimento prioritário"}',
    '{}', '{"Leads ilimitados","Usuários ilimitados"}', false, 4);
