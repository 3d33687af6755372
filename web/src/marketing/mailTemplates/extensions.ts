import { Node } from '@tiptap/core'
import { ListItem } from '@tiptap/extension-list'
import { StarterKit } from '@tiptap/starter-kit'

/** A variable: one thing to the cursor, called by its label, with what stands for it where there is no value. */
const variableNode = (labels: ReadonlyMap<string, string>) =>
  Node.create({
    name: 'variable',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      name: { default: '', parseHTML: element => element.getAttribute('data-variable') },
      fallback: { default: '', parseHTML: element => element.getAttribute('data-fallback') }
    }),
    parseHTML: () => [{ tag: 'span[data-variable]' }],
    renderHTML: ({ node }) => {
      const { name, fallback } = node.attrs
      const words = `${labels.get(name) ?? name}${fallback ? ` ou “${fallback}”` : ''}`
      return ['span', { class: 'variable', 'data-variable': name, 'data-fallback': fallback }, words]
    }
  })

/** The formats of a mail's text: bold, italic, links, lists and variables. Lists have no lists within. */
export const extensionsWith = (labels: ReadonlyMap<string, string>) => [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    listItem: false,
    trailingNode: false,
    // The page has its own, of the whole mail.
    undoRedo: false,
    link: { openOnClick: false, autolink: false, defaultProtocol: 'https', HTMLAttributes: { class: null } }
  }),
  ListItem.extend({ content: 'paragraph+' }),
  variableNode(labels)
]
