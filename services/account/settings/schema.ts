import { type Static, Type } from '@sinclair/typebox'

const OptionalEmail = Type.String({ maxLength: 254, pattern: '^$|^[^\\s@]+@[^\\s@.]+\\.[^\\s@]+$', default: '' })

/** The installation's settings that staff can change, with their defaults. */
export const Settings = Type.Object(
  {
    productName: Type.String({ minLength: 1, maxLength: 40, default: 'Prosa' }),
    assistantName: Type.String({ minLength: 1, maxLength: 40, default: 'Lia' }),
    starterQuestions: Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
      minItems: 5,
      maxItems: 5,
      default: [
        'O que a Prosa faz?',
        'Quanto custa cada plano?',
        'Como funciona o teste grátis?',
        'Como recebo leads pelo formulário?',
        'Posso usar com a minha equipe?'
      ]
    }),
    trialDays: Type.Integer({ minimum: 1, maximum: 90, default: 14 }),
    sessionIdleMinutes: Type.Integer({ minimum: 5, maximum: 1440, default: 60 }),
    sessionClientDays: Type.Integer({ minimum: 1, maximum: 90, default: 7 }),
    sessionStaffHours: Type.Integer({ minimum: 1, maximum: 72, default: 12 }),
    staffSecondFactor: Type.Boolean({ default: false, description: 'Staff must sign in with a second factor' }),
    alphanumericCnpj: Type.Boolean({ default: false, description: 'The public inputs take CNPJs with letters' }),
    logRetentionDays: Type.Integer({ minimum: 30, maximum: 1825, default: 365 }),
    contactWhatsapp: Type.String({ maxLength: 20, pattern: '^$|^[+()\\d\\s-]{10,20}$', default: '' }),
    contactEmail: OptionalEmail,
    contactAddress: Type.String({ maxLength: 200, default: '' }),
    contactHours: Type.String({ maxLength: 120, default: '' }),
    privacyName: Type.String({ maxLength: 120, default: '', description: 'Who answers for personal data' }),
    privacyEmail: OptionalEmail,
    maintenanceNotice: Type.String({ maxLength: 300, default: '', description: 'Shown on every page; empty for none' })
  },
  { additionalProperties: false }
)
export type Settings = Static<typeof Settings>
