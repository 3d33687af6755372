/** The chain of the provider's own entries; no company has this id. */
export const providerId = '0'.repeat(24)

/** Why a chain of the audit log is broken: a row was changed, rows are missing in between, or at the end. */
export const auditProblems = ['changed', 'missing', 'cut'] as const
export type AuditProblem = (typeof auditProblems)[number]
