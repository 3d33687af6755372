import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../../core/schema.ts'
import { Account, ChannelSettings, commonChanges } from '../schema.ts'

export const InstagramSettings = Type.Composite([
  ChannelSettings,
  Type.Object({
    accountId: Nullable(Type.String()),
    username: Nullable(Type.String()),
    loginOffered: Type.Boolean({ description: 'Whether the installation has an app at Instagram' })
  })
])
export type InstagramSettings = Static<typeof InstagramSettings>

export const InstagramConfig = Type.Object(
  { ...commonChanges, accountId: Type.Optional(Account), active: Type.Optional(Type.Boolean()) },
  { additionalProperties: false }
)
export type InstagramConfig = Static<typeof InstagramConfig>

/** The parameters with which Instagram sends people back. */
export const LoginAnswer = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 2000, pattern: '^[\\x21-\\x7e]+$' }),
    state: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' })
  },
  { additionalProperties: false }
)

/** The installation's own app, for staff. */
export const InstagramAdminConfig = Type.Object({
  appId: Nullable(Type.String()),
  appSecretSet: Type.Boolean(),
  verifyTokenSet: Type.Boolean(),
  callbackUrl: Type.String(),
  loginReturnUrl: Type.String({ description: 'Where Instagram Login sends people back to' }),
  graphUrl: Type.String(),
  graphVersion: Type.String(),
  connected: Type.Integer({ description: 'Accounts that are switched on' })
})
export type InstagramAdminConfig = Static<typeof InstagramAdminConfig>
