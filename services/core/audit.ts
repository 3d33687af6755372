/**
 * The actions of the audit log, `object.action`. Each feature adds its own in its `audit.ts` by declaration merging, so
 * that none is recorded without a label.
 */
// biome-ignore lint/suspicious/noEmptyInterface: core has none
export interface AuditActions {}

/** The fields whose changes it records, likewise. */
// biome-ignore lint/suspicious/noEmptyInterface: core has none
export interface AuditedFields {}

export type AuditAction = keyof AuditActions
export type AuditedField = keyof AuditedFields

/** The actions and fields that a feature records, each with its Portuguese label. */
export type Audited = {
  actions?: Readonly<Record<string, string>>
  fields?: Readonly<Record<string, string>>
}
