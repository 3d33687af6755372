-- The first steps of a company that had no article yet; staff edit them like the others.
insert into articles (title, audiences, body)
select title, audiences, body from (values
  ('Como importar uma planilha de leads', '{client,staff}'::text[], 'Abra a página Leads e use o botão Importar, ou a opção Importe sua planilha em Primeiros passos, no Painel. Servem arquivos do Excel (.xlsx) e CSV, de qualquer sistema: não é preciso mudar os títulos das colunas.

1. Escolha o arquivo. 2. Veja o que cada coluna vira: nome, telefone, e-mail, valor, data e assim por diante; o que não foi reconhecido você escolhe ou deixa de fora. 3. Confira a prévia, que mostra como cada valor fica e quais linhas têm problema. 4. Importe.

Quem já está na sua lista não é duplicado: o mesmo telefone ou e-mail completa o lead que existe. Uma importação pode ser desfeita na própria página dela.'),
  ('Como responder o primeiro lead', '{client,staff}'::text[], 'No Painel, a lista Quem responder agora mostra primeiro quem escreveu e espera resposta, depois quem pediu contato para hoje, as tarefas do dia e os leads novos.

Use o botão Responder, WhatsApp ou Ligar na linha da pessoa. Depois do contato diga o que aconteceu: Falou, Não atendeu ou o que a tela oferecer. A situação do lead muda sozinha para Em contato, e o próximo passo vira uma tarefa. Na página do lead fica tudo o que já foi conversado.')
) as step (title, audiences, body)
where not exists (select from articles a where a.title = step.title);
