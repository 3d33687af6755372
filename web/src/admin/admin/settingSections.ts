import type { Settings } from '../../../../services/account/settings/schema.ts'

export type Kind = 'number' | 'text' | 'long' | 'switch' | 'questions'
export type Field = { name: keyof Settings; label: string; kind: Kind; help?: string }

export type Section = { key: string; label: string; text: string; fields: Field[] }

/** The settings of the installation, as they stand together. */
export const sections: Section[] = [
  {
    key: 'trial',
    label: 'Teste',
    text: 'Vale para empresas criadas a partir de agora.',
    fields: [{ name: 'trialDays', label: 'Dias de teste grátis', kind: 'number', help: 'De 1 a 90' }]
  },
  {
    key: 'security',
    label: 'Segurança',
    text: 'Vale em seguida para todos, inclusive para as sessões abertas.',
    fields: [
      {
        name: 'sessionIdleMinutes',
        label: 'Minutos sem uso até a sessão expirar',
        kind: 'number',
        help: 'De 5 a 1.440'
      },
      { name: 'sessionClientDays', label: 'Dias de uma sessão de cliente', kind: 'number', help: 'De 1 a 90' },
      { name: 'sessionStaffHours', label: 'Horas de uma sessão da equipe', kind: 'number', help: 'De 1 a 72' },
      {
        name: 'staffSecondFactor',
        label: 'Exigir a verificação em duas etapas da equipe',
        kind: 'switch',
        help: 'Quem ainda não ativou só consegue ativá-la ao entrar.'
      },
      {
        name: 'alphanumericCnpj',
        label: 'Aceitar CNPJ alfanumérico',
        kind: 'switch',
        help: 'Os campos públicos passam a aceitar letras no CNPJ.'
      }
    ]
  },
  {
    key: 'assistant',
    label: 'Assistente',
    text: 'Como o produto e a assistente virtual se apresentam.',
    fields: [
      { name: 'productName', label: 'Nome do produto', kind: 'text' },
      { name: 'assistantName', label: 'Nome da assistente', kind: 'text' },
      { name: 'starterQuestions', label: 'Perguntas iniciais', kind: 'questions', help: 'Cinco, uma por linha' }
    ]
  },
  {
    key: 'retention',
    label: 'Retenção',
    text: 'O que passar deste prazo é apagado dos registros de erros e de acessos. A auditoria nunca é apagada.',
    fields: [
      { name: 'logRetentionDays', label: 'Dias de retenção dos registros', kind: 'number', help: 'De 30 a 1.825' }
    ]
  },
  {
    key: 'contact',
    label: 'Contato',
    text: 'Aparece na página de contato. O que ficar vazio não aparece.',
    fields: [
      { name: 'contactWhatsapp', label: 'WhatsApp', kind: 'text', help: 'Com DDD, como (11) 98765-4321' },
      { name: 'contactEmail', label: 'E-mail', kind: 'text' },
      {
        name: 'contactHours',
        label: 'Horário de atendimento',
        kind: 'text',
        help: 'Como: segunda a sexta, das 9h às 18h'
      },
      { name: 'contactAddress', label: 'Endereço', kind: 'text' },
      {
        name: 'privacyName',
        label: 'Responsável pelos dados pessoais',
        kind: 'text',
        help: 'O nome da pessoa ou do canal, como pede a LGPD'
      },
      { name: 'privacyEmail', label: 'E-mail para pedidos sobre dados pessoais', kind: 'text' }
    ]
  },
  {
    key: 'notice',
    label: 'Aviso',
    text: 'Aparece no alto de todas as páginas. Deixe vazio para não mostrar nada.',
    fields: [{ name: 'maintenanceNotice', label: 'Aviso', kind: 'long', help: 'No máximo 300 caracteres' }]
  }
]
