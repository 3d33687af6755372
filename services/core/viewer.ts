/** The author of a change: an employee, or the name of an automation. */
export type Author = { id: string | null; name: string | null }

/** Which leads may be seen: all of a company, or those of some owners. */
export type LeadViewer = { id: string; owners: string[] | null }
