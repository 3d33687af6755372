import type { ImportField } from './rules.ts'

/**
 * Headings of each field in the files of other programs, in the form of `plainHeading` and without the name of their
 * table: those of "Person - Phone" and `phoneNumber` are "phone" and "phone number". A field has those of
 * `leads/fields.ts` too.
 */
export const synonyms: Partial<Record<ImportField, string>> = {
  name:
    'contact person|pessoa de contato|contato principal|main contact|primary contact|saved name|lead name|contatos|contacts|pessoa|pessoa relacionada|nome salvo|' +
    'contact name|firstname|primeiro nome do contato|associated contact|contato associado',
  otherName:
    'public display name|display name|whatsapp name|push name|pushname|nome no whatsapp|nome publico|nome de exibicao',
  middleName: 'segundo nome|nome do meio|middle name|middlename|additional name',
  lastName: 'sobrenome|last name|lastname|family name|ultimo nome|apelido de familia',
  email:
    'primary email|email1|email principal|work email|email work|e mail work|user email|email comercial|any email|' +
    'e mail trabalho|email trabalho|email de trabalho|e mail de trabalho',
  otherEmail:
    'outro e mail|outro email|other email|secondary email|additional emails|alternate email|' +
    'additional email addresses|enderecos de e mail adicionais|email home|email other|e mail residencial|' +
    'e mail outro|e mail outros|email outros|email2|non primary email|non primary e mails',
  phone:
    'mobile phone number|phone mobile|mobile number|numero de celular|cell phone|whatsapp number|' +
    'primary phone number|primary phone|user phone|formatted phone|office phone|phone work|work phone|' +
    'phone number work|formatted number|formatted phone number|telefone formatado|numero formatado|mobile1|' +
    'phone number formatted|telefone trabalho|telefone de trabalho|work direct line|numero de telefone celular',
  otherPhone:
    'outro telefone|other phone|phone other|additional phones|phone home|home phone|phone alternate|' +
    'telefone outro|telefone outros|fax|phone fax|fax number|numero de fax|business fax|home fax|' +
    'other fax|work fax|company main phone|car phone|secondary phone|telefone secundario',
  company:
    'associated company|empresa associada|primary associated company|empresa associada principal|' +
    'account|account name|nome da conta|company account|associated companies|empresa do contato|user company',
  funnel: 'funil|funnel',
  outcome: 'won lost|ganho perdido|won or lost',
  status: 'lead status|deal stage|etapa do negocio|estagio do negocio|fase do negocio|fase da negociacao',
  lostReason:
    'closed lost reason|motivo de fechamento perdido|motivo do negocio perdido|loss reason|' +
    'reason for loss|motivo de insucesso|motivo do insucesso|motivo de descarte|razao da perda',
  source:
    'lead source|original source|fonte original|original traffic source|fonte de trafego original|' +
    'campaign name|campaign|source channel|canal de origem|origem da primeira conversao',
  value: 'valor unico|opportunity amount|amount in company currency|valor do lead|sale|venda',
  soldOn:
    'won time|won date|ganho em|data de ganho|data do ganho|close date|closed at|data fechada|deal closed on|closed on|data de conclusao|' +
    'negocio fechado em|data de fechamento|date closed',
  expectedOn:
    'expected close date|data de fechamento esperada|data de fechamento prevista|data esperada de fechamento|fechamento esperado',
  owner:
    'assigned user name|assigned user|assigned to|assigned user email|atribuido a|usuario responsavel|' +
    'responsible|responsible user|lead responsible user|lead owner|record owner',
  tags: 'label|categories|categorias|lead tags',
  submittedAt:
    'create date|created time|submit date|created date|date created|created at|creation date|date added|' +
    'date entered|submission time|lead submission time|lead submit time|submitted at|submission date|' +
    'deal created|lead created|person created|negocio criado em|pessoa criada em|lead criado em|' +
    'contato criado em|data de criacao|data de criacao do negocio|data criada|data de envio|data do envio|' +
    'enviado em|data e hora do envio|data hora do envio|data e hora de envio|horario do envio|horario de envio|' +
    'submission timestamp|adicionado em|added on|date submitted|lead created time|data da primeira conversao|add time',
  message: 'background info|informacoes adicionais|description|message',
  optOut:
    'descadastrado|descadastrada|do not call|unsubscribed|unsubscribed from all email|' +
    'cancelou a inscricao de todos os e mails|inscricao cancelada de todos os e mails|email address is opted out'
}

/**
 * Headings that leave no doubt, so that they come before others of their field: the arrival, whatever other dates the
 * file has, and the sale rather than any end of a deal.
 */
export const certain: Partial<Record<ImportField, ReadonlySet<string>>> = {
  submittedAt: new Set(synonyms.submittedAt?.split('|')),
  soldOn: new Set('data da venda|won time|won date|ganho em|data de ganho|data do ganho'.split('|'))
}

/** Words of the columns with the country of a row's telephone: by name, by two letters or by the code that is dialled. */
export const countryWords = {
  core: 'country pais calling ddi',
  beside:
    'code codigo do de da region regiao iso address endereco mailing billing primary principal business home work other ' +
    'phone phones telefone telefones comercial residencial 1'
}

/** Names that programs put before a heading, for the table that it is of. */
export const tables = {
  person: ['person', 'pessoa', 'people', 'contact', 'contato', 'lead', 'cliente', 'customer', 'name', 'nome'],
  deal: ['deal', 'negocio', 'negociacao', 'opportunity', 'oportunidade'],
  company: ['organization', 'organizacao', 'company', 'empresa', 'account', 'conta', 'organization 1'],
  group: ['emails', 'phones', 'telefones', 'e mails', 'phone', 'telefone', 'email', 'e mail']
} as const
