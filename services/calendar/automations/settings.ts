import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { Tables } from '../../core/tables.ts'
import { findUnstorable } from '../../core/text.ts'
import { pricesOf } from '../../messaging/prices/costs.ts'
import { findRow, type TemplateRow } from '../../messaging/templates/queries.ts'
import { notApprovedText, unsendable, variablesOf } from '../../messaging/templates/rules.ts'
import type {} from '../../messaging/templates/tables.ts'
import { type AuditActor, audit, changed } from '../../platform/audit/queries.ts'
import type { ReminderFact, ReminderTemplate } from '../appointments/rules.ts'
import { usualReminders } from '../appointments/rules.ts'
import { changeSettings } from '../appointments/settings.ts'
import { type AutomationKind, automationKinds, automationTexts, factsOf, reasons, usualMinutes } from './rules.ts'
import type { Automation, AutomationChange } from './schema.ts'
import type {} from './tables.ts'

export type AutomationRow = Selectable<Tables['automations']>

/** A setting as it is stored, or as it is before anybody has changed it. */
export type Setting = Omit<AutomationRow, 'company_id' | 'updated_at'>

const usual = (kind: AutomationKind): Setting => ({
  kind,
  active: false,
  template_id: null,
  facts: {},
  words: null,
  minutes: [...usualMinutes[kind]],
  quiet_hours: true,
  on_since: null
})

/** The settings of all kinds, that of the reminder as the calendar has it. */
export async function readAll(trx: Trx): Promise<Setting[]> {
  const rows = await trx.selectFrom('automations').selectAll().execute()
  const calendar = await trx
    .selectFrom('calendar_settings')
    .select(['reminders', 'reminder_template'])
    .executeTakeFirst()
  const template = calendar?.reminder_template ?? null
  const local = template
    ? await trx
        .selectFrom('message_templates')
        .select('id')
        .where('name', '=', template.name)
        .where('language', '=', template.language)
        .executeTakeFirst()
    : undefined
  return automationKinds.map(kind => {
    const row = rows.find(each => each.kind === kind)
    if (kind !== 'reminder') return row ?? usual(kind)
    return {
      ...usual(kind),
      ...row,
      active: template !== null && (row?.active ?? true),
      template_id: local?.id ?? null,
      facts: Object.fromEntries((template?.values ?? []).map(({ variable, fact }) => [variable, { from: fact }])),
      minutes: calendar?.reminders ?? [...usualReminders]
    }
  })
}

export async function readOne(trx: Trx, kind: AutomationKind): Promise<Setting> {
  return (await readAll(trx)).find(each => each.kind === kind) ?? usual(kind)
}

export async function listAutomations(trx: Trx, companyId: string): Promise<Automation[]> {
  const settings = await readAll(trx)
  const ids = settings.flatMap(({ template_id }) => template_id ?? [])
  const templates =
    ids.length > 0 ? await trx.selectFrom('message_templates').selectAll().where('id', 'in', ids).execute() : []
  const channel = await trx
    .selectFrom('channels')
    .select(['active', 'problem'])
    .where('kind', '=', 'whatsapp')
    .executeTakeFirst()
  const isOff = !channel?.active || channel.problem !== null
  const priceOf = await pricesOf(trx, companyId)
  return settings.map(setting => {
    const template = templates.find(({ id }) => id === setting.template_id)
    const category = setting.kind === 'no_answer' ? ('service' as const) : template?.category
    return {
      kind: setting.kind,
      active: setting.active,
      templateId: setting.template_id,
      template: template ? shownTemplate(template) : null,
      values: setting.facts,
      text: setting.words,
      minutes: setting.minutes,
      quietHours: setting.quiet_hours,
      problem: isOff ? 'O WhatsApp da empresa não está ligado.' : problemOf(setting, template),
      price: category ? priceOf(category) : null
    }
  })
}

const shownTemplate = ({ name, language, body, buttons, status }: TemplateRow) => ({
  name,
  language,
  body,
  buttons: buttons.map(({ text }) => text),
  approved: status === 'approved'
})

/** Why a setting sends to nobody; null where it can send. */
export function problemOf({ kind, words, template_id }: Setting, template: TemplateRow | undefined): string | null {
  if (kind === 'no_answer') return words?.trim() ? null : reasons.noWords
  if (!template) return template_id === null ? reasons.noTemplate : reasons.templateGone
  return template.status === 'approved' ? unsendable(template) : notApprovedText(template.status)
}

/**
 * Changes an automatic message. Throws 400 for a variable without a fact, or with one that is not known of this kind;
 * and 400 where it is switched on and could not be sent.
 */
export async function changeAutomation(
  trx: Trx,
  companyId: string,
  kind: AutomationKind,
  change: AutomationChange,
  actor: AuditActor
): Promise<Automation> {
  const wrong = findUnstorable(change)
  if (wrong !== null) throw invalid({ [wrong]: 'O texto contém caracteres inválidos.' })
  const before = await readOne(trx, kind)
  const after: Setting = {
    ...before,
    ...(change.active !== undefined && { active: change.active }),
    ...(change.templateId !== undefined && { template_id: change.templateId }),
    ...(change.values !== undefined && { facts: change.values }),
    ...(change.text !== undefined && { words: change.text?.trim() || null }),
    ...(change.minutes !== undefined && { minutes: [...new Set(change.minutes)].sort((a, b) => a - b) }),
    ...(change.quietHours !== undefined && { quiet_hours: change.quietHours })
  }
  const template = after.template_id === null ? undefined : await findRow(trx, after.template_id)
  refuseWrong(after, template, change)
  await store(trx, companyId, before, after, change.active)
  if (kind === 'reminder') await storeReminder(trx, companyId, after, template, change)
  await audit(trx, {
    ...actor,
    companyId,
    action: 'automation.changed',
    object: { type: 'automation', id: kind, name: automationTexts[kind].label },
    changes: changed({ active: before.active }, { active: after.active })
  })
  await announce(trx, { companyId, kind: 'channel-changed', data: {} })
  const all = await listAutomations(trx, companyId)
  return all.find(each => each.kind === kind) as Automation
}

function refuseWrong(after: Setting, template: TemplateRow | undefined, change: AutomationChange): void {
  const { kind } = after
  if (kind === 'no_answer') {
    if (after.minutes.length !== 2) throw invalid({ minutes: 'Informe dois tempos: da equipe e da pessoa.' })
    if (after.active && !after.words) throw invalid({ text: reasons.noWords })
    return
  }
  if (kind === 'reminder' && !after.minutes.every(each => usualReminders.some(usual => usual === each)))
    throw invalid({ minutes: 'Lembretes saem 24 horas ou 1 hora antes.' })
  if (kind === 'welcome' && after.minutes.length !== 1) throw invalid({ minutes: 'Informe um tempo de espera.' })
  if (template) {
    const errors: Record<string, string> = {}
    for (const name of variablesOf(template)) {
      const fact = Object.hasOwn(after.facts, name) ? after.facts[name] : undefined
      if (!fact || !factsOf[kind].includes(fact.from))
        errors[`values.${name}`] = `Diga o que vai no lugar de {{${name}}}.`
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    if (kind === 'reminder' && !isPlain(template))
      throw invalid({ templateId: 'Para lembretes serve um modelo de utilidade em que só o texto tem variáveis.' })
  }
  const problem = problemOf(after, template)
  const isTouched = change.active === true || change.templateId !== undefined
  if (after.active && problem && isTouched) throw invalid({ templateId: problem })
}

/** Reminders fill the body alone, and are none of advertising. */
const isPlain = ({ category, header, buttons }: TemplateRow): boolean =>
  category === 'utility' && variablesOf({ header, body: '', buttons }).length === 0

async function store(
  trx: Trx,
  companyId: string,
  before: Setting,
  after: Setting,
  switched: boolean | undefined
): Promise<void> {
  const { kind, active, template_id, facts, words, minutes, quiet_hours } = after
  const ofCalendar = kind === 'reminder'
  const values = {
    active,
    template_id: ofCalendar ? null : template_id,
    facts: JSON.stringify(ofCalendar ? {} : facts),
    words,
    minutes: ofCalendar ? [] : minutes,
    quiet_hours,
    updated_at: sql<string>`now()`,
    ...(active && !before.active && { on_since: sql<string>`now()` })
  }
  await trx
    .insertInto('automations')
    .values({ company_id: companyId, kind, ...values, ...(ofCalendar && { active: switched ?? true }) })
    .onConflict(conflict =>
      conflict.columns(['company_id', 'kind']).doUpdateSet(({ ref }) => ({
        ...values,
        // A reminder without a template is off, and on again once one is chosen.
        ...(ofCalendar && { active: switched ?? ref('automations.active') })
      }))
    )
    .execute()
}

/** The calendar keeps the template and the times of its reminders. */
async function storeReminder(
  trx: Trx,
  companyId: string,
  { facts }: Setting,
  template: TemplateRow | undefined,
  { templateId, values, minutes }: AutomationChange
): Promise<void> {
  const chosen: ReminderTemplate | null | undefined =
    templateId === null
      ? null
      : template && (templateId !== undefined || values !== undefined)
        ? {
            id: template.external_id ?? template.id,
            name: template.name,
            language: template.language,
            named: template.named,
            body: template.body,
            values: variablesOf({ header: null, body: template.body, buttons: [] }).map(variable => ({
              variable,
              fact: (facts[variable]?.from ?? 'name') as ReminderFact
            }))
          }
        : undefined
  if (chosen === undefined && minutes === undefined) return
  await changeSettings(trx, companyId, minutes === undefined ? {} : { reminders: [...minutes] }, chosen)
}
