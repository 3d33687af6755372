import { ofCompany } from '../../shell/ofCompany.ts'

/** The short address of a form, for print and profiles. */
export const formLink = (slug: string): string => `${location.origin}/f/${slug}`

/** Shows the form in a page of somebody else's, as high as it is. */
export const embedCode = (slug: string): string =>
  `<script async src="${location.origin}/embed.js" data-form="${slug}"></script>`

const inAttribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')

/** The same for sites without scripts, with a height that fits most forms. */
export const frameCode = (slug: string, title: string): string =>
  `<iframe src="${formLink(slug)}?embed=1" title="${inAttribute(title)}" width="100%" height="1100" style="border:0" loading="lazy"></iframe>`

export const whatsappText = (company: string, link: string): string =>
  `Olá, aqui é ${ofCompany(company)}. Para pedir um orçamento ou tirar dúvidas, preencha este formulário rápido e entraremos em contato: ${link}`

export const bioText = (link: string): string => `Peça seu orçamento ou tire suas dúvidas:\n${link}`
