import BoldIcon from '@mui/icons-material/FormatBold'
import ItalicIcon from '@mui/icons-material/FormatItalic'
import BulletsIcon from '@mui/icons-material/FormatListBulleted'
import NumbersIcon from '@mui/icons-material/FormatListNumbered'
import LinkIcon from '@mui/icons-material/Link'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { RichText } from '../../../../services/marketing/mailTemplates/rules.ts'
import { extensionsWith } from './extensions.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { documentOf, editedOf, nodesOf } from './richText.ts'
import { VariableButton } from './VariableButton.tsx'
import { useVariableLabels } from './variables.ts'

const Frame = styled('div')(({ theme }) => ({
  borderRadius: 8,
  border: `1px solid ${theme.tokens.border}`,
  '&:focus-within': { borderColor: theme.palette.primary.main, boxShadow: `0 0 0 1px ${theme.palette.primary.main}` },
  // tiptap's own styles, which the page's policy keeps it from adding.
  '& .tiptap': {
    minHeight: 120,
    padding: '10px 14px',
    outline: 'none',
    whiteSpace: 'break-spaces',
    overflowWrap: 'anywhere',
    fontVariantLigatures: 'none'
  },
  '& .tiptap p': { margin: '0 0 8px' },
  '& .tiptap ul, & .tiptap ol': { margin: '0 0 8px', paddingLeft: 24 },
  '& .tiptap li p': { margin: 0 },
  '& .tiptap a': { color: theme.palette.primary.main },
  '& .tiptap .variable': { borderRadius: 4, backgroundColor: theme.palette.action.selected, padding: '1px 6px' },
  '& .tiptap .ProseMirror-selectednode': { outline: `2px solid ${theme.palette.primary.main}` },
  '& .tools': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    padding: 4,
    borderBottom: `1px solid ${theme.tokens.border}`
  }
}))

type Props = { doc: RichText; autoFocus: boolean; onChange: (doc: RichText) => void }

/** A text with bold, italic, links, lists and variables. */
export function RichTextField({ doc, autoFocus, onChange }: Props) {
  // A value that this field itself reported need not be set again.
  const reported = useRef(doc)
  const change = useRef(onChange)
  change.current = onChange
  const labels = useVariableLabels()
  const editor = useEditor({
    extensions: useMemo(() => extensionsWith(labels), [labels]),
    content: editedOf(doc),
    autofocus: autoFocus ? 'end' : false,
    injectCSS: false,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Texto' } },
    onUpdate: ({ editor: changed }) => {
      reported.current = documentOf(changed.getJSON())
      change.current(reported.current)
    }
  })

  // Undo and redo of the whole mail change it from outside.
  useEffect(() => {
    if (doc === reported.current) return
    reported.current = doc
    editor.commands.setContent(editedOf(doc), { emitUpdate: false })
  }, [doc, editor])

  return (
    <Frame>
      <Tools editor={editor} />
      <EditorContent editor={editor} />
    </Frame>
  )
}

function Tools({ editor }: { editor: Editor }) {
  const [linking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      link: now.isActive('link') ? String(now.getAttributes('link').href ?? '') : null
    })
  })
  const run = () => editor.chain().focus()
  return (
    <div className="tools" role="toolbar" aria-label="Formatação">
      <Tool label="Negrito" on={state.bold} onClick={() => run().toggleBold().run()}>
        <BoldIcon fontSize="small" />
      </Tool>
      <Tool label="Itálico" on={state.italic} onClick={() => run().toggleItalic().run()}>
        <ItalicIcon fontSize="small" />
      </Tool>
      <Tool label="Lista" on={state.bullets} onClick={() => run().toggleBulletList().run()}>
        <BulletsIcon fontSize="small" />
      </Tool>
      <Tool label="Lista numerada" on={state.numbers} onClick={() => run().toggleOrderedList().run()}>
        <NumbersIcon fontSize="small" />
      </Tool>
      <Tool label="Link" on={state.link !== null} onClick={() => setLinking(true)}>
        <LinkIcon fontSize="small" />
      </Tool>
      <Box sx={{ ml: 'auto' }}>
        <VariableButton
          into="Texto"
          // Once the dialog has given the focus back.
          onInsert={text =>
            setTimeout(() =>
              run()
                .insertContent(nodesOf(text, marksAt(editor)))
                .run()
            )
          }
        />
      </Box>
      {linking && (
        <LinkDialog
          link={state.link}
          onClose={() => setLinking(false)}
          onChange={href =>
            setTimeout(() => {
              const chain = run().extendMarkRange('link')
              if (href === null) chain.unsetLink().run()
              else if (state.link === null && editor.state.selection.empty)
                chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
              else chain.setLink({ href }).run()
            })
          }
        />
      )}
    </div>
  )
}

/** The marks of text typed at the cursor: bold, a link and so on. */
const marksAt = ({ state }: Editor) => (state.storedMarks ?? state.selection.$from.marks()).map(mark => mark.toJSON())

type ToolProps = { label: string; on: boolean; onClick: () => void; children: ReactNode }

const Tool = ({ label, on, onClick, children }: ToolProps) => (
  <ToggleButton
    size="small"
    value={label}
    selected={on}
    aria-label={label}
    title={label}
    onClick={onClick}
    sx={{ p: 0.75, border: 0 }}
  >
    {children}
  </ToggleButton>
)
