/** Who changes something: an employee, or the name of what did so by itself. */
export type Author = { id: string | null; name: string | null }

/** Of whose leads there are to see: those of one company, or of some of its people. */
export type LeadViewer = { id: string; owners: string[] | null }
