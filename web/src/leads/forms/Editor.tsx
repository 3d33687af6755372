import BackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { contentProblems, defaultFields } from '../../../../services/leads/forms/drafts/rules.ts'
import type { FieldType, FormField } from '../../../../services/leads/forms/rules.ts'
import type { EditedForm } from '../../../../services/leads/forms/schema.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { Appearance } from './Appearance.tsx'
import { useForms } from './api.ts'
import { EditorHead } from './EditorHead.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { EditorTabs, type TabKey } from './EditorTabs.tsx'
import { ExamplesDialog } from './ExamplesDialog.tsx'
import { examplesIn } from './examples.ts'
import { FieldList } from './FieldList.tsx'
import { FieldProperties } from './FieldProperties.tsx'
import { FormDialog } from './FormDialog.tsx'
import { FunnelTab } from './FunnelTab.tsx'
import { Palette } from './Palette.tsx'
import { Preview } from './Preview.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { copyOf, newField, renamed } from './types.tsx'
import { useAim } from './useAim.ts'
import { useDraft } from './useDraft.ts'
import { useNews } from './useNews.ts'
import { usePublish } from './usePublish.ts'
import { Versions } from './Versions.tsx'

/** Where a form is made: its fields and look, beside the page that visitors will see. */
export function Editor({ form, several }: { form: EditedForm; several: boolean }) {
  const draft = useDraft(form)
  const { content } = draft
  const { fields } = content
  const wide = useMediaQuery('(min-width: 1100px)', { noSsr: true })
  const [tab, setTab] = useState<TabKey>('fields')
  const [selected, setSelected] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'versions' | 'share' | 'name' | 'examples' | null>(null)
  const [said, setSaid] = useState('')
  const { area, aim } = useAim()
  const publish = usePublish(form, draft)
  const { data: forms = [] } = useForms()
  const row = forms.find(({ id }) => id === form.id) ?? form

  const shown = tab === 'preview' && wide ? 'fields' : tab
  const field = fields.find(({ id }) => id === selected)
  const problems = useMemo(() => contentProblems(content), [content])
  const examples = useMemo(() => examplesIn(fields), [fields])
  const wrong = useMemo(() => new Set(problems.flatMap(each => each.field ?? [])), [problems])
  const previewed = useMemo(
    () => ({ id: form.id, source: row.source, version: form.version }),
    [form.id, form.version, row.source]
  )
  /** From the preview: the focus stays there, where the form is being tried. */
  const point = useCallback((id: string) => {
    setSelected(id)
    setTab('fields')
  }, [])

  function select(id: string) {
    point(id)
    aim('#field-heading')
    if (!wide) scrollTo({ top: 0 })
  }

  function leave() {
    if (selected) aim(rowOf(selected))
    if (!wide) setSelected(null)
  }

  const setFields = (next: FormField[], place: string | null = null) => draft.edit({ ...content, fields: next }, place)

  function add(type: FieldType) {
    const made = newField(type, fields)
    const after = field ? fields.indexOf(field) + 1 : fields.length
    setFields([...fields.slice(0, after), made, ...fields.slice(after)])
    select(made.id)
    // On a phone the keyboard would cover what there is to say of the field.
    if (wide) aim('#field-label')
    setSaid(`${made.label}: campo adicionado na posição ${after + 1}.`)
  }

  function remove(gone: FormField) {
    const place = fields.indexOf(gone)
    const rest = fields.filter(other => other !== gone)
    setFields(rest)
    setSelected(null)
    setSaid(`${gone.label || 'Sem rótulo'}: campo removido.`)
    const next = rest[Math.min(place, rest.length - 1)]
    aim(next ? rowOf(next.id) : '#tab-fields')
  }

  useNews(form, draft)

  function keys(event: KeyboardEvent) {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) draft.redo()
    else draft.undo()
  }

  const list = (
    <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
      {fields.length === 0 ? (
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Nenhum campo ainda. Comece pelos padrões ou escolha abaixo.
          </Typography>
          <Button variant="outlined" onClick={() => setFields([...defaultFields])}>
            Usar os campos padrão
          </Button>
        </Box>
      ) : (
        <FieldList
          fields={fields}
          selected={selected}
          wrong={wrong}
          onSelect={select}
          onOrder={order => setFields(order)}
        />
      )}
      <Typography variant="h3" component="h2">
        Adicionar campo
      </Typography>
      <Palette onAdd={add} />
    </Box>
  )
  const properties = field && (
    <FieldProperties
      key={field.id}
      field={field}
      fields={fields}
      answered={form.answered.includes(field.name)}
      published={form.published?.fields.some(({ id }) => id === field.id) ?? false}
      onChange={change => setFields(renamed(fields, field, change), `${field.id} ${Object.keys(change)}`)}
      onCopy={() => {
        const copy = copyOf(field, fields)
        const place = fields.indexOf(field) + 1
        setFields([...fields.slice(0, place), copy, ...fields.slice(place)])
        select(copy.id)
        setSaid(`${copy.label}: campo adicionado na posição ${place + 1}.`)
      }}
      onRemove={() => remove(field)}
      onLeave={leave}
    />
  )
  const look = <Appearance content={content} onChange={draft.edit} />
  const preview = (
    <Preview
      form={previewed}
      content={content}
      selected={shown === 'fields' ? selected : null}
      // Where the preview stands alone, a tap on a field is for filling it in.
      onSelect={wide ? point : null}
    />
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undo and redo work wherever the focus is
    <div onKeyDown={keys} ref={area}>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <EditorHead
        name={row.name}
        version={form.version}
        draft={draft}
        publish={publish}
        hindered={problems.length > 0}
        onPublish={() => (examples.length > 0 ? setDialog('examples') : void publish.run())}
        onVersions={() => setDialog('versions')}
        onShare={() => setDialog('share')}
      />
      <EditorNotices formId={form.id} draft={draft} problems={problems} onSelect={select} />
      <EditorTabs
        shown={shown}
        wide={wide}
        several={several}
        forms={forms}
        onShow={setTab}
        onRename={() => setDialog('name')}
      />
      <Box role="tabpanel" id={`panel-${shown}`} aria-labelledby={`tab-${shown}`}>
        {shown === 'funnel' ? (
          <FunnelTab formId={form.id} />
        ) : wide ? (
          <Box
            sx={{
              display: 'grid',
              gap: 2.5,
              gridTemplateColumns: shown === 'fields' ? '272px minmax(0, 1fr) 300px' : 'minmax(0, 1fr) 400px'
            }}
          >
            {shown === 'fields' && list}
            <Box sx={{ position: 'sticky', top: 72, alignSelf: 'start', minWidth: 0 }}>{preview}</Box>
            {shown === 'look' ? (
              <Card sx={{ p: 2, alignSelf: 'start' }}>{look}</Card>
            ) : (
              <Card sx={besideList}>{properties ?? <Choose />}</Card>
            )}
          </Box>
        ) : shown === 'preview' ? (
          preview
        ) : shown === 'look' ? (
          <Card sx={{ p: 2 }}>{look}</Card>
        ) : properties ? (
          <Card sx={{ p: 2 }}>
            <Button startIcon={<BackIcon />} onClick={leave} sx={{ mb: 1.5 }}>
              Todos os campos
            </Button>
            {properties}
          </Card>
        ) : (
          list
        )}
      </Box>
      {dialog === 'versions' && (
        <Versions
          form={form}
          version={form.version}
          revision={draft.revision.current}
          onClose={() => setDialog(null)}
          onRestored={restored => {
            draft.reset(restored)
            setDialog(null)
          }}
        />
      )}
      {dialog === 'examples' && (
        <ExamplesDialog
          examples={examples}
          onClose={() => setDialog(null)}
          onPublish={() => {
            setDialog(null)
            void publish.run()
          }}
          onWrite={id => {
            setDialog(null)
            select(id)
          }}
        />
      )}
      {dialog === 'share' && <ShareDialog formId={form.id} onClose={() => setDialog(null)} />}
      {dialog === 'name' && <FormDialog forms={forms} form={row} onClose={() => setDialog(null)} onDone={() => {}} />}
    </div>
  )
}

const rowOf = (id: string) => `[data-row="${CSS.escape(id)}"]`

/** In sight however far down the list the chosen field is. */
const besideList = {
  p: 2,
  alignSelf: 'start',
  position: 'sticky',
  top: 72,
  maxHeight: 'calc(100dvh - 88px)',
  overflowY: 'auto'
}

const Choose = () => (
  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
    Escolha um campo na lista ou na prévia para ver e mudar suas propriedades.
  </Typography>
)
