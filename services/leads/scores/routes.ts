import type {} from '../../account/auth/plugin.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { audit, auditActor } from '../../platform/audit/queries.ts'
import { findScore, forgetScores, readScoreSettings, switchScores } from './queries.ts'
import { LeadScore, ScoreSettings, ScoreSwitch } from './schema.ts'

export function register(app: App): void {
  app.get(
    '/api/leads/:id/score',
    {
      config: { access: 'company' },
      schema: { summary: 'The score of a lead with its reasons', params: IdParams, response: { 200: LeadScore } }
    },
    async request => {
      const score = await request.company(trx => findScore(trx, request.companyId(), request.params.id))
      if (!score) throw new AppError('notFound', 'Lead não encontrado')
      return score
    }
  )

  app.get(
    '/api/leads/score-settings',
    {
      config: { access: 'company' },
      schema: { summary: 'Whether leads are scored, and by what', response: { 200: ScoreSettings } }
    },
    request => request.company(trx => readScoreSettings(trx, request.companyId()))
  )

  app.put(
    '/api/leads/score-settings',
    {
      config: { access: 'company:edit_company' },
      schema: { summary: 'Switch scores on or off', body: ScoreSwitch, response: { 200: ScoreSettings } }
    },
    async request => {
      const companyId = request.companyId()
      const { enabled } = request.body
      const settings = await app.db.company(companyId, async trx => {
        const before = await readScoreSettings(trx, companyId)
        if (before.enabled !== enabled)
          await audit(trx, {
            ...auditActor(request),
            companyId,
            action: 'company.scores_switched',
            changes: { enabled: [before.enabled, enabled] }
          })
        return switchScores(trx, companyId, enabled)
      })
      while (await app.db.company(companyId, trx => forgetScores(trx, companyId))) {}
      return settings
    }
  )
}
