import { richText } from './richText.ts'
import { type Block, type MailBody, type Placeholder, safeLink } from './rules.ts'

function blockText(block: Block): string {
  switch (block.type) {
    case 'heading':
      return block.text.trim()
    case 'text':
      return richText(block.doc)
    case 'button': {
      const link = safeLink(block.link)
      return [block.text.trim(), link].filter(Boolean).join(': ')
    }
    case 'picture': {
      const link = safeLink(block.link)
      const alt = block.alt.trim()
      return [alt && `[${alt}]`, link].filter(Boolean).join(' ')
    }
    case 'divider':
      return '----------'
    case 'spacer':
      return ''
  }
}

const value = (name: string): Placeholder => ({ name, fallback: '' })

/** The footer that the HTML has. Two of its values have names that nobody can type, and so no field can take. */
export const textFooter: readonly (string | Placeholder)[] = [
  '--\n',
  value('empresa'),
  '\n',
  value('_identificacao'),
  '\nVocê recebe este e-mail porque deixou seu contato com ',
  value('empresa'),
  ' e aceitou receber mensagens.\nPara não receber mais: ',
  value('_descadastro'),
  '\n'
]

/** The blocks as plain text, their placeholders as they were typed. */
export const toText = ({ blocks }: MailBody): string =>
  blocks
    .map(block => blockText(block))
    .filter(text => text.trim() !== '')
    .map(text => `${text}\n\n`)
    .join('')
