import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../core/schema.ts'

export const LeadScore = Type.Object({
  score: Nullable(Type.Integer({ description: '0 to 100; null where scores are off or the lead is not open' })),
  reasons: Type.Array(Type.Object({ points: Type.Integer(), text: Type.String() })),
  byHistory: Type.Boolean({ description: 'By the company’s own won and lost leads, else by rules' })
})
export type LeadScore = Static<typeof LeadScore>

export const ScoreSettings = Type.Object({
  enabled: Type.Boolean(),
  won: Type.Integer(),
  lost: Type.Integer(),
  enough: Type.Integer({ description: 'Won and lost leads needed of each for a score by history' })
})
export type ScoreSettings = Static<typeof ScoreSettings>

export const ScoreSwitch = Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false })
