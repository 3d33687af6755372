/** The lead whose page is open, which "this lead" refers to. */
export function openLead(path = location.pathname): { leadId?: string } {
  const leadId = /^\/leads\/([0-9a-f]{24})$/.exec(path)?.[1]
  return leadId ? { leadId } : {}
}
