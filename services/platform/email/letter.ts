const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const inHtml = (text: string): string => text.replace(/[&<>"]/g, character => entities[character] ?? character)

/** A mail's page: tables and inline styles, which mail programs understand. `content` is HTML. */
export const mailPage = (subject: string, content: string): string =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${inHtml(subject)}</title></head><body style="margin:0;background:#f4f7f6"><table role="presentation" width="100%"><tr><td align="center" style="padding:24px"><table role="presentation" width="560" style="max-width:100%;background:#ffffff;border-radius:12px;font:16px/1.5 system-ui,sans-serif;color:#16211f"><tr><td style="padding:32px">${content}</td></tr></table></td></tr></table></body></html>`

export const mailButton = (url: string, label: string): string =>
  `<a href="${inHtml(url)}" style="background:#0f766e;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${inHtml(label)}</a>`

type Letter = {
  subject: string
  /** Paragraphs, with an empty line between them. */
  text: string
  /** The sender, above it: a picture as a `data:` address, else the name. */
  company: { name: string; logo: string | null }
  /** Lines that are one of these addresses become links with their labels; no other text becomes a link. */
  links: ReadonlyMap<string, string>
}

/**
 * A company's mail as HTML, made of its text. A paragraph that ends with one of the links has it as a button; the last
 * paragraph says why the mail came, and is small.
 */
export function letter({ subject, text, company, links }: Letter): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  const head = company.logo
    ? `<img src="${inHtml(company.logo)}" alt="${inHtml(company.name)}" height="48" style="max-height:48px;max-width:200px">`
    : `<strong style="font-size:18px">${inHtml(company.name)}</strong>`
  const isLink = (line: string) => links.has(line.trim())
  const labelOf = (line: string) => links.get(line.trim()) ?? line
  const shown = paragraphs.map((paragraph, n) => {
    const lines = paragraph.split('\n')
    const button = lines.filter(isLink).length === 1 && isLink(lines.at(-1) ?? '') ? lines.pop() : undefined
    const html = lines
      .map(line =>
        isLink(line)
          ? `<a href="${inHtml(line.trim())}" style="color:#0f766e">${inHtml(labelOf(line))}</a>`
          : inHtml(line)
      )
      .join('<br>')
    const style = n === paragraphs.length - 1 ? 'margin:24px 0 0;font-size:13px;color:#5b6b68' : 'margin:0 0 16px'
    const after = button ? `<p style="margin:24px 0">${mailButton(button.trim(), labelOf(button))}</p>` : ''
    return `<p style="${style}">${html}</p>${after}`
  })
  return mailPage(subject, `<p style="margin:0 0 24px">${head}</p>${shown.join('')}`)
}
