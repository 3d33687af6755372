import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../../core/schema.ts'
import { Account, ChannelSettings, commonChanges } from '../schema.ts'

export const WhatsappSettings = Type.Composite([
  ChannelSettings,
  Type.Object({
    phoneNumberId: Nullable(Type.String()),
    wabaId: Nullable(Type.String()),
    displayPhone: Nullable(Type.String()),
    verifiedName: Nullable(Type.String())
  })
])
export type WhatsappSettings = Static<typeof WhatsappSettings>

export const WhatsappConfig = Type.Object(
  {
    ...commonChanges,
    phoneNumberId: Type.Optional(Account),
    wabaId: Type.Optional(Nullable(Account)),
    confirmsReading: Type.Optional(Type.Boolean())
  },
  { additionalProperties: false }
)
export type WhatsappConfig = Static<typeof WhatsappConfig>
