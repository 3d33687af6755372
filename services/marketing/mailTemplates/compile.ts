import { readableOn } from '../../account/companies/brand/rules.ts'
import { escaped, richHtml } from './richText.ts'
import { type Block, type MailBody, pictureAddress, safeLink, spacerHeights } from './rules.ts'

/** Makes a text of the person into HTML with its placeholders. */
type Write = (text: string) => string

const surface = { light: '#ffffff', dark: '#1f2423' }
const font = "'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Mail programs that know the dark theme get it; the others leave the light one or turn it themselves. */
const style = (accent: string) => `
  .mail-footer a { color: #57605d; }
  @media (prefers-color-scheme: dark) {
    body, div[role='article'] { background-color: #121615 !important; }
    .mail-card, .mail-card > table { background-color: ${surface.dark} !important; }
    .mail-heading div, .mail-text div { color: #f1f4f3 !important; }
    .mail-text a.link { color: ${readableOn(accent, surface.dark)} !important; }
    .mail-divider p { border-top-color: #46504d !important; }
    .mail-footer div, .mail-footer a { color: #a9b4b0 !important; }
  }`

const linked = (text: string, name = 'href') => {
  const link = safeLink(text)
  return link ? ` ${name}="${escaped(link)}"` : ''
}

function blockMjml(block: Block, accent: string, publicUrl: string, write: Write): string {
  switch (block.type) {
    case 'heading':
      return block.text.trim()
        ? `<mj-text css-class="mail-heading" align="${block.align}" font-size="24px" font-weight="700" line-height="1.3" padding="12px 24px 8px"><h1 style="margin:0;font-size:24px;line-height:1.3;font-weight:700">${write(block.text)}</h1></mj-text>`
        : ''
    case 'text':
      return `<mj-text css-class="mail-text">${richHtml(block.doc, write)}</mj-text>`
    case 'button':
      return block.text.trim()
        ? `<mj-button${linked(block.link)} align="${block.align}" background-color="${accent}" color="#ffffff" font-weight="600" font-size="16px" border-radius="8px" inner-padding="13px 26px" padding="8px 24px 16px">${write(block.text)}</mj-button>`
        : ''
    case 'picture': {
      const src = pictureAddress(block.src, publicUrl)
      if (!src) return ''
      return `<mj-image src="${escaped(src)}" alt="${write(block.alt)}"${linked(block.link)} padding="8px 24px 16px" border-radius="8px" fluid-on-mobile="true" />`
    }
    case 'divider':
      return '<mj-divider css-class="mail-divider" border-width="1px" border-color="#dfe4e2" padding="12px 24px" />'
    case 'spacer':
      return `<mj-spacer height="${spacerHeights[block.size]}px" />`
  }
}

/** The footer of every mail: its sender, the reason why the person gets it, and the link to unsubscribe. */
const footer = `
  <mj-section padding="20px 16px 32px" css-class="mail-footer">
    <mj-column>
      <mj-text align="center" font-size="13px" line-height="1.6" color="#57605d" padding="0 16px">
        <p style="margin:0 0 8px"><strong>{{ empresa }}</strong><br />{{ _identificacao }}</p>
        <p style="margin:0 0 8px">Você recebe este e-mail porque deixou seu contato com {{ empresa }} e aceitou receber mensagens.</p>
        <p style="margin:0"><a href="{{ _descadastro }}" target="_blank">Não quero mais receber estes e-mails</a></p>
      </mj-text>
    </mj-column>
  </mj-section>`

/** A body as MJML, with placeholders where `write` leaves them. The accent is made dark enough for white letters. */
export function toMjml({ accent, blocks }: MailBody, publicUrl: string, write: Write): string {
  const tone = readableOn(accent, surface.light)
  const content = blocks.map(block => blockMjml(block, tone, publicUrl, write)).join('\n')
  return `<mjml lang="pt-BR" dir="ltr">
  <mj-head>
    <mj-title>{{ _subject }}</mj-title>
    <mj-preview>{{ _preheader }}</mj-preview>
    <mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
    <mj-attributes>
      <mj-all font-family="${font}" />
      <mj-text font-size="16px" line-height="1.55" color="#1d2422" padding="8px 24px 4px" />
    </mj-attributes>
    <mj-style>${style(tone)}</mj-style>
    <mj-style inline="inline">a.link { color: ${tone}; }</mj-style>
  </mj-head>
  <mj-body background-color="#f1f3f2">
    <mj-wrapper padding="16px 8px 0">
    <mj-section background-color="${surface.light}" border-radius="12px" padding="20px 0" css-class="mail-card">
      <mj-column>
        ${content || '<mj-spacer height="24px" />'}
      </mj-column>
    </mj-section>
    </mj-wrapper>
    ${footer}
  </mj-body>
</mjml>`
}
