import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { integrationStatuses } from './rules.ts'

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

/** Secrets are write-only: the API shows only whether there is a key, its last characters and its age. */
export const Integration = Type.Object({
  id: Id,
  _id: Id,
  name: Type.String(),
  description: Type.String(),
  status: oneOf(integrationStatuses),
  icon: Type.String(),
  configured: Type.Boolean(),
  last4: Nullable(Type.String()),
  baseUrl: Nullable(Type.String()),
  model: Nullable(Type.String()),
  monthlyTokenCap: Nullable(Type.Integer()),
  config: Type.Object({ apiKey: Nullable(Type.String({ description: 'Its end alone; the key is never read' })) }),
  tokensThisMonth: Type.Integer(),
  checkedAt: Nullable(Time),
  checkError: Nullable(Type.String()),
  refusedParameters: Type.Array(Type.String(), { description: 'What the server refuses; it is asked without them' }),
  thinksFirst: Type.Boolean({ description: 'Its model begins by thinking; that part is shown to nobody' }),
  updatedAt: Time
})
export type Integration = Static<typeof Integration>

/** Accepts blank input, which gets a message of its own. */
const ApiKey = Type.String({ maxLength: 400 })

export const IntegrationConfig = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    baseUrl: Type.Optional(Nullable(Type.String({ maxLength: 300, pattern: '^https?://' }))),
    model: Type.Optional(Nullable(Text(100))),
    monthlyTokenCap: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })))
  },
  { additionalProperties: false }
)
export type IntegrationConfig = Static<typeof IntegrationConfig>

export const NewIntegration = Type.Object(
  {
    name: Text(80),
    description: Type.String({ maxLength: 300 }),
    status: oneOf(integrationStatuses),
    icon: Type.String({ maxLength: 60 }),
    config: IntegrationConfig
  },
  { additionalProperties: false }
)
export type NewIntegration = Static<typeof NewIntegration>

export const IntegrationChange = Type.Object({ config: IntegrationConfig }, { additionalProperties: false })
export const IntegrationStatusChange = Type.Object(
  { status: oneOf(integrationStatuses) },
  { additionalProperties: false }
)

export const ConnectionTest = Type.Object(
  { apiKey: ApiKey, baseUrl: Type.Optional(Nullable(Type.String({ maxLength: 300, pattern: '^https?://' }))) },
  { additionalProperties: false }
)
export const ConnectionResult = Type.Object({ success: Type.Boolean(), message: Type.String() })
export type ConnectionResult = Static<typeof ConnectionResult>
