import { maxCounted } from '../mailTemplates/render.ts'
import { type MailContent, webLinksOf } from '../mailTemplates/rules.ts'

/**
 * The content of a campaign. `subjectB`: the other subject, where two are tested. `links`: all links that its mails
 * ever had, where the text changed while it was sent; a link keeps its number, by which mails that are out name it.
 * `uncounted`: the company did not want clicks and openings counted.
 */
export type CampaignContent = MailContent & { subjectB?: string; links?: string[]; uncounted?: boolean }

/** The links of a campaign's mails by their numbers. */
export const linksOf = ({ body, links }: CampaignContent): string[] => links ?? webLinksOf(body)

/** New content whose links have numbers that no other one had before. */
export function withLinksOf(content: CampaignContent, before: CampaignContent | null): CampaignContent {
  if (before === null) return content
  return { ...content, links: [...new Set([...linksOf(before), ...webLinksOf(content.body)])].slice(0, maxCounted) }
}
