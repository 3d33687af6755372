/** Who made a change: an employee, or the name of the automation that did. */
export type Author = { id: string | null; name: string | null }

/** Which leads may be seen: all of a company, or those of some owners. */
export type LeadViewer = { id: string; owners: string[] | null }
