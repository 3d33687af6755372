/** A field of a lead, with all that other parts of the product need to know of it. */
export type LeadField = {
  /** Column of the table `leads`. */
  column: string
  /** Its PostgreSQL type. */
  type: 'text' | 'date' | 'boolean' | 'smallint' | 'bigint' | 'timestamptz' | 'text[]' | 'jsonb'
  /** Used as a heading. */
  label: string
  /** Used within a sentence, with its article. */
  phrase: string
  /** Maximum number of characters. */
  longest?: number
  /** Editable on the lead's page, and recorded in its history. */
  editable?: true
  /** Offered when an employee types a lead in; for an existing person, only empty fields are filled. */
  typed?: true
  /** In a merge, the user chooses which value stays. */
  mergeable?: true
  /** Heading of its column in an export. */
  exported?: string
  /** Name in an import, and the headings recognised for it, as `plainHeading` writes them. */
  imported?: { as: string; headings: string }
  /** Personal data: erased wherever it was copied to. */
  personal?: true
  /** Sent by the public form. */
  inForm?: true
}

/**
 * Every field of a lead except those that the database maintains. Exports follow this order. A new field needs a line
 * here, its column in a migration step, in `tables.ts` and `schema.ts`, and its place on the page.
 */
export const leadFields = {
  name: {
    column: 'name',
    type: 'text',
    label: 'Nome',
    phrase: 'o nome',
    longest: 200,
    editable: true,
    typed: true,
    mergeable: true,
    exported: 'name',
    imported: {
      as: 'name',
      headings:
        'nome|nome completo|fullname|full name|name|cliente|contato|lead|nome do cliente|nome do contato|nome do lead|primeiro nome|first name|given name|razao social|nome razao social|nome e sobrenome|nome do paciente|paciente|nome do aluno|aluno'
    },
    personal: true,
    inForm: true
  },
  email: {
    column: 'email',
    type: 'text',
    label: 'E-mail',
    phrase: 'o e-mail',
    editable: true,
    typed: true,
    mergeable: true,
    exported: 'email',
    imported: {
      as: 'email',
      headings:
        'e mail|email|email address|correio eletronico|endereco de email|endereco de e mail|e mail 1 value|e mail 1|email 1|email principal|e mail principal|e mail de contato|email de contato|e mail do cliente|email do cliente'
    },
    personal: true,
    inForm: true
  },
  phone: {
    column: 'phone',
    type: 'text',
    label: 'Telefone',
    phrase: 'o telefone',
    editable: true,
    typed: true,
    mergeable: true,
    exported: 'phone',
    imported: {
      as: 'phone',
      headings:
        'telefone|celular|mobile|phone|fone|tel|whatsapp|whats|zap|numero|telefone celular|phone number|phone 1 value|telefone 1|celular whatsapp|contato telefone|mobile phone|telefone whatsapp|whatsapp telefone|tel cel|tel celular|fone celular|celular telefone|telefone com ddd|celular com ddd|whatsapp com ddd|numero de telefone|numero do telefone|numero do celular|numero do whatsapp|telefone de contato|telefone para contato|telefone principal|telefone do cliente'
    },
    personal: true,
    inForm: true
  },
  /** All telephones, `phone` among them as the main one. */
  phones: {
    column: 'phones',
    type: 'jsonb',
    label: 'Todos os telefones',
    phrase: 'os telefones',
    editable: true,
    exported: 'phones',
    imported: { as: 'phones', headings: 'todos os telefones' },
    personal: true
  },
  emails: {
    column: 'emails',
    type: 'jsonb',
    label: 'Todos os e-mails',
    phrase: 'os e-mails',
    editable: true,
    exported: 'emails',
    imported: { as: 'emails', headings: 'todos os e mails|todos os emails' },
    personal: true
  },
  cnpj: {
    column: 'cnpj',
    type: 'text',
    label: 'CNPJ',
    phrase: 'o CNPJ',
    editable: true,
    typed: true,
    mergeable: true,
    exported: 'cnpj',
    imported: { as: 'cnpj', headings: 'cnpj|cnpj da empresa|documento|cpf cnpj|cnpj cpf' },
    personal: true,
    inForm: true
  },
  company: {
    column: 'company',
    type: 'text',
    label: 'Empresa',
    phrase: 'a empresa',
    longest: 200,
    editable: true,
    typed: true,
    mergeable: true,
    exported: 'company',
    imported: {
      as: 'company',
      headings: 'empresa|nome da empresa|company|organizacao|organization name|nome fantasia|organization'
    },
    personal: true
  },
  companyRole: {
    column: 'company_role',
    type: 'text',
    label: 'Cargo',
    phrase: 'o cargo',
    longest: 200,
    editable: true,
    typed: true,
    mergeable: true,
    exported: 'companyRole',
    imported: {
      as: 'companyRole',
      headings:
        'cargo|cargo funcao|funcao|funcao cargo|cargo na empresa|funcao na empresa|profissao cargo|job title|jobtitle|title|position|role|job position|titulo do cargo|organization title|organization 1 title'
    },
    personal: true
  },
  status: {
    column: 'status',
    type: 'text',
    label: 'Situação',
    phrase: 'a situação',
    editable: true,
    mergeable: true,
    exported: 'status',
    imported: { as: 'status', headings: 'situacao|status|etapa|fase|estagio|stage' }
  },
  lostReason: {
    column: 'lost_reason',
    type: 'text',
    label: 'Motivo da perda',
    phrase: 'o motivo da perda',
    longest: 200,
    editable: true,
    exported: 'lostReason',
    imported: { as: 'lostReason', headings: 'motivo da perda|motivo de perda|lost reason' },
    personal: true
  },
  source: {
    column: 'source',
    type: 'text',
    label: 'Origem',
    phrase: 'a origem',
    longest: 100,
    mergeable: true,
    exported: 'source',
    imported: { as: 'source', headings: 'origem|fonte|source|canal|midia|como conheceu|campanha' },
    inForm: true
  },
  valueCents: {
    column: 'value_cents',
    type: 'bigint',
    label: 'Valor',
    phrase: 'o valor',
    editable: true,
    typed: true,
    mergeable: true,
    exported: 'value',
    imported: {
      as: 'value',
      headings:
        'valor|valor estimado|valor r|valor em reais|valor da venda|valor do negocio|valor da proposta|valor total|valor do orcamento|orcamento|orcamento r|preco|receita|receita estimada|ticket|ticket medio|value|amount|deal value|deal amount|budget|price|revenue'
    }
  },
  soldOn: {
    column: 'sold_on',
    type: 'date',
    label: 'Data da venda',
    phrase: 'a data da venda',
    editable: true,
    exported: 'soldOn',
    imported: {
      as: 'soldOn',
      headings:
        'data da venda|data venda|data do fechamento|data de fechamento|data do ganho|data de ganho|vendido em|fechado em|ganho em|won time|won date|sold on|date sold'
    }
  },
  expectedOn: {
    column: 'expected_on',
    type: 'date',
    label: 'Previsão de fechamento',
    phrase: 'a previsão de fechamento',
    editable: true,
    mergeable: true,
    exported: 'expectedOn',
    imported: {
      as: 'expectedOn',
      headings:
        'previsao|previsao de fechamento|data prevista|data prevista de fechamento|fechamento previsto|data de previsao|expected close date|expected closing date|expected close|expected on'
    }
  },
  ownerId: {
    column: 'owner_id',
    type: 'text',
    label: 'Responsável',
    phrase: 'o responsável',
    editable: true,
    mergeable: true,
    exported: 'owner',
    imported: {
      as: 'owner',
      headings: 'responsavel|vendedor|vendedora|corretor|atendente|consultor|owner|dono|proprietario'
    }
  },
  tags: {
    column: 'tags',
    type: 'text[]',
    label: 'Etiquetas',
    phrase: 'as etiquetas',
    editable: true,
    exported: 'tags',
    imported: { as: 'tags', headings: 'etiquetas|etiqueta|tags|tag|marcadores|rotulos|labels' }
  },
  score: { column: 'score', type: 'smallint', label: 'Pontuação', phrase: 'a pontuação', exported: 'score' },
  receivedAt: {
    column: 'received_at',
    type: 'timestamptz',
    label: 'Recebido em',
    phrase: 'a data de recebimento',
    exported: 'receivedAt'
  },
  lastContactAt: {
    column: 'last_contact_at',
    type: 'timestamptz',
    label: 'Último contato',
    phrase: 'o último contato',
    exported: 'lastContactAt'
  },
  nextTaskAt: {
    column: 'next_task_at',
    type: 'timestamptz',
    label: 'Próxima tarefa',
    phrase: 'a próxima tarefa',
    exported: 'nextTaskAt'
  },
  submittedAt: {
    column: 'submitted_at',
    type: 'timestamptz',
    label: 'Data do contato',
    phrase: 'a data do contato',
    imported: {
      as: 'submittedAt',
      headings:
        'data|data de cadastro|data cadastro|cadastro|criado em|data de criacao|recebido em|created at|created time|date|data do contato|data de entrada|data do cadastro|cadastrado em|dt cadastro|data de inclusao|data inclusao|carimbo de data hora|timestamp|data da primeira conversao'
    },
    personal: true,
    inForm: true
  },
  preferredDate: {
    column: 'preferred_date',
    type: 'date',
    label: 'Data preferencial',
    phrase: 'a data preferencial',
    editable: true,
    mergeable: true,
    exported: 'preferredDate',
    imported: { as: 'preferredDate', headings: 'data preferencial|data preferida|preferred date' },
    personal: true,
    inForm: true
  },
  preferredPeriod: {
    column: 'preferred_period',
    type: 'text',
    label: 'Período preferencial',
    phrase: 'o período preferencial',
    editable: true,
    mergeable: true,
    exported: 'preferredPeriod',
    imported: { as: 'preferredPeriod', headings: 'periodo preferencial|periodo|preferred period|turno' },
    personal: true,
    inForm: true
  },
  preferredTime: {
    column: 'preferred_time',
    type: 'text',
    label: 'Horário preferencial',
    phrase: 'o horário preferencial',
    longest: 40,
    editable: true,
    mergeable: true,
    exported: 'preferredTime',
    imported: { as: 'preferredTime', headings: 'horario preferencial|horario|hora|preferred time' },
    personal: true,
    inForm: true
  },
  consentGiven: {
    column: 'consent_given',
    type: 'boolean',
    label: 'Aceita comunicações',
    phrase: 'o consentimento',
    exported: 'consent',
    imported: {
      as: 'consent',
      headings: 'aceita comunicacoes|aceita receber comunicacoes|consentimento|consent|opt in|optin|lgpd|aceite'
    },
    inForm: true
  },
  message: {
    column: 'message',
    type: 'text',
    label: 'Mensagem',
    phrase: 'a mensagem',
    longest: 5000,
    editable: true,
    typed: true,
    mergeable: true,
    exported: 'message',
    imported: {
      as: 'message',
      headings: 'mensagem|message|observacao|observacoes|obs|comentario|comentarios|descricao|anotacoes|notas|notes'
    },
    personal: true,
    inForm: true
  },
  /** Answers to the company's own fields, by their names. */
  custom: { column: 'custom', type: 'jsonb', label: 'Respostas', phrase: 'as respostas', editable: true, inForm: true }
} as const satisfies Record<string, LeadField>

type Fields = typeof leadFields
export type LeadFieldName = keyof Fields

/** The names of the fields that have a trait, such as `editable`. */
export type FieldWith<Trait extends keyof LeadField> = {
  [Name in LeadFieldName]: Fields[Name] extends { [T in Trait]: unknown } ? Name : never
}[LeadFieldName]

/** The names of the fields that have a trait, in their order. */
export const fieldsWith = <Trait extends keyof LeadField>(trait: Trait): FieldWith<Trait>[] =>
  (Object.keys(leadFields) as LeadFieldName[]).filter(name => trait in leadFields[name]) as FieldWith<Trait>[]

/** The column of each field that has a trait. */
export const columnsWith = <Trait extends keyof LeadField>(trait: Trait) =>
  Object.fromEntries(fieldsWith(trait).map(name => [name, leadFields[name].column])) as {
    [Name in FieldWith<Trait>]: Fields[Name]['column']
  }
