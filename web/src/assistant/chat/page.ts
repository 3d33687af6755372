/** The lead whose page is open, which is whom "this lead" means. */
export function openLead(path = location.pathname): { leadId?: string } {
  const leadId = /^\/leads\/([0-9a-f]{24})$/.exec(path)?.[1]
  return leadId ? { leadId } : {}
}
