import BackIcon from '@mui/icons-material/ArrowBack'
import VersionsIcon from '@mui/icons-material/History'
import PublishIcon from '@mui/icons-material/PublishOutlined'
import RedoIcon from '@mui/icons-material/Redo'
import ShareIcon from '@mui/icons-material/Share'
import UndoIcon from '@mui/icons-material/Undo'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { contentProblems, defaultFields } from '../../../services/drafts/rules.ts'
import type { FieldType, FormField } from '../../../services/forms/rules.ts'
import type { EditedForm } from '../../../services/forms/schema.ts'
import { HttpError, request } from '../core/http.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { visuallyHidden } from '../ui/visuallyHidden.ts'
import { Appearance } from './Appearance.tsx'
import { formKey, useForms } from './api.ts'
import { FieldList } from './FieldList.tsx'
import { FieldProperties } from './FieldProperties.tsx'
import { FormDialog } from './FormDialog.tsx'
import { FormState } from './FormList.tsx'
import { FunnelTab } from './FunnelTab.tsx'
import { Palette } from './Palette.tsx'
import { Preview } from './Preview.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { Step } from './Step.tsx'
import { still } from './still.ts'
import { copyOf, newField } from './types.tsx'
import { useAim } from './useAim.ts'
import { type SaveState, useDraft } from './useDraft.ts'
import { Versions } from './Versions.tsx'

const saveTexts: Record<SaveState, string> = {
  saved: 'Rascunho salvo',
  waiting: 'Alterações não salvas',
  saving: 'Salvando...',
  failed: 'Não foi possível salvar',
  conflict: 'Alterado em outra janela'
}

type TabKey = 'fields' | 'look' | 'preview' | 'funnel'

/** Where a form is made: its fields and look, beside the page that visitors will see. */
export function Editor({ form, several }: { form: EditedForm; several: boolean }) {
  const draft = useDraft(form)
  const { content } = draft
  const { fields } = content
  const wide = useMediaQuery('(min-width: 1100px)', { noSsr: true })
  const [tab, setTab] = useState<TabKey>('fields')
  const [selected, setSelected] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'versions' | 'share' | 'name' | null>(null)
  const [said, setSaid] = useState('')
  const { area, aim } = useAim()
  const publish = usePublish(form, draft)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { data: forms = [] } = useForms()
  const row = forms.find(({ id }) => id === form.id) ?? form

  const shown = tab === 'preview' && wide ? 'fields' : tab
  const field = fields.find(({ id }) => id === selected)
  const problems = useMemo(() => contentProblems(content), [content])
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

  /** Goes on with what the server has, or with what stands here in its place. */
  async function settle(goOn: (read: EditedForm) => void) {
    try {
      const { json } = await request<EditedForm>(`/api/forms/${form.id}`)
      queryClient.setQueryData(formKey(form.id), json)
      goOn(json)
    } catch (error) {
      notify(error instanceof HttpError ? error.message : 'Não foi possível carregar', { type: 'error' })
    }
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
      <PageHead
        title={row.name}
        aside={<SaveStatus draft={draft} form={{ ...row, version: form.version, changed: publish.pending }} />}
        actions={
          <>
            <Step label="Desfazer" disabled={!draft.canUndo} onClick={draft.undo}>
              <UndoIcon />
            </Step>
            <Step label="Refazer" disabled={!draft.canRedo} onClick={draft.redo}>
              <RedoIcon />
            </Step>
            <Step
              label="Versões publicadas"
              onClick={() => void draft.save().then(kept => kept && setDialog('versions'))}
            >
              <VersionsIcon />
            </Step>
            <Step label="Compartilhar" disabled={form.version === 0} onClick={() => setDialog('share')}>
              <ShareIcon />
            </Step>
            <Button
              variant="contained"
              startIcon={<PublishIcon />}
              {...still(
                problems.length > 0 || publish.busy || !publish.pending || draft.state === 'conflict',
                () => void publish.run()
              )}
              aria-describedby={problems.length > 0 ? 'publish-problems' : undefined}
            >
              {publish.busy ? 'Publicando...' : 'Publicar'}
            </Button>
          </>
        }
      />
      <Box sx={{ display: 'grid', gap: 1.5, mb: 2, '&:empty': { display: 'none' } }}>
        {draft.state === 'conflict' && (
          <Alert severity="warning">
            {draft.problem} O que você mudou aqui ainda não foi salvo.
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, ml: -1 }}>
              <Button color="inherit" onClick={() => void settle(draft.reset)}>
                Carregar a versão mais recente
              </Button>
              <Button color="inherit" onClick={() => void settle(draft.insist)}>
                Ficar com a minha versão
              </Button>
            </Box>
          </Alert>
        )}
        {draft.state === 'failed' && (
          <Alert
            severity="error"
            action={
              <Button color="inherit" onClick={draft.retry}>
                Tentar novamente
              </Button>
            }
          >
            {`As últimas alterações ainda não foram salvas. ${draft.problem}`}
          </Alert>
        )}
        {problems.length > 0 && (
          <Alert severity="info" id="publish-problems">
            <strong>Para publicar:</strong>
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {problems.slice(0, 5).map(({ field: id, text }) => (
                <li key={text}>
                  {id ? (
                    <Box
                      component="button"
                      type="button"
                      onClick={() => select(id)}
                      sx={{
                        p: 0,
                        border: 0,
                        background: 'none',
                        font: 'inherit',
                        color: 'inherit',
                        textDecoration: 'underline',
                        textAlign: 'left',
                        cursor: 'pointer'
                      }}
                    >
                      {text}
                    </Box>
                  ) : (
                    text
                  )}
                </li>
              ))}
            </Box>
          </Alert>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          mb: 2,
          borderBottom: 1,
          borderColor: 'divider'
        }}
      >
        <Tabs
          value={shown}
          onChange={(_, chosen: TabKey) => setTab(chosen)}
          variant="scrollable"
          scrollButtons={false}
          aria-label="Partes do formulário"
          sx={{
            flexGrow: 1,
            minHeight: 44,
            '& .MuiTab-root': { minHeight: 44, minWidth: 64, px: { xs: 1.25, sm: 2 } }
          }}
        >
          <Tab value="fields" label="Campos" id="tab-fields" aria-controls="panel-fields" />
          <Tab value="look" label="Aparência" id="tab-look" aria-controls="panel-look" />
          {!wide && <Tab value="preview" label="Prévia" id="tab-preview" aria-controls="panel-preview" />}
          <Tab value="funnel" label="Funil" id="tab-funnel" aria-controls="panel-funnel" />
        </Tabs>
        <Button size="small" onClick={() => setDialog('name')}>
          Nome e origem
        </Button>
        {several && (
          <Button size="small" component={Link} to="/form-editor" startIcon={<BackIcon />}>
            Formulários
          </Button>
        )}
        {!several && <NewForm />}
      </Box>
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
            queryClient.setQueryData(formKey(form.id), restored)
            draft.reset(restored)
            setDialog(null)
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

/** Who comes back to this window finds what was changed in another, unless something here is not kept yet. */
function useNews(form: EditedForm, draft: ReturnType<typeof useDraft>): void {
  const queryClient = useQueryClient()
  const { id, version } = form
  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    const untouched = () => latest.current.state === 'saved' && latest.current.isKept()
    async function look() {
      if (document.visibilityState === 'hidden' || !untouched()) return
      const read = await request<EditedForm>(`/api/forms/${id}`).catch(() => null)
      if (!read || !untouched()) return
      const changed = read.json.revision !== latest.current.revision.current
      if (!changed && read.json.version === version) return
      queryClient.setQueryData(formKey(id), read.json)
      if (changed) latest.current.reset(read.json)
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [id, version, queryClient])
}

/** A field that is renamed takes along the conditions that ask for it. */
function renamed(fields: readonly FormField[], field: FormField, change: Partial<FormField>): FormField[] {
  const changed = { ...field, ...change }
  // What is undefined is gone: the server takes no empty properties.
  const clean = JSON.parse(JSON.stringify(changed)) as FormField
  return fields.map(other => {
    if (other === field) return clean
    const asks = other.showIf?.field === field.name && change.name !== undefined
    return asks && other.showIf ? { ...other, showIf: { ...other.showIf, field: clean.name } } : other
  })
}

function usePublish(form: EditedForm, draft: ReturnType<typeof useDraft>) {
  const [busy, setBusy] = useState(false)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const published = JSON.stringify(form.published)
  // What a comparison of texts cannot tell, another order of properties, is harmless: it allows publishing once more.
  const pending = form.version === 0 || form.changed || JSON.stringify(draft.content) !== published

  async function run() {
    setBusy(true)
    try {
      // What could not be kept is told above the fields, and nothing older is published in its place.
      if (!(await draft.save())) return
      const body = { revision: draft.revision.current }
      await request(`/api/forms/${form.id}/publish`, { method: 'POST', body })
      const { json } = await request<EditedForm>(`/api/forms/${form.id}`)
      queryClient.setQueryData(formKey(form.id), json)
      draft.published(json)
      void queryClient.invalidateQueries({ queryKey: ['forms'], exact: true })
      void queryClient.invalidateQueries({ queryKey: ['forms', form.id, 'versions'] })
      void queryClient.invalidateQueries({ queryKey: ['lead-fields'] })
      notify('Formulário publicado', { type: 'success' })
    } catch (error) {
      notify(error instanceof HttpError ? error.message : 'Não foi possível publicar', { type: 'error' })
    } finally {
      setBusy(false)
    }
  }

  return { run, busy, pending }
}

function SaveStatus({
  draft,
  form
}: {
  draft: ReturnType<typeof useDraft>
  form: { version: number; changed: boolean }
}) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <FormState form={form} />
      <span role="status">{saveTexts[draft.state]}</span>
    </Box>
  )
}

const Choose = () => (
  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
    Escolha um campo na lista ou na prévia para ver e mudar suas propriedades.
  </Typography>
)

function NewForm() {
  const [open, setOpen] = useState(false)
  const { data: forms = [] } = useForms()
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Novo formulário
      </Button>
      {open && (
        <FormDialog
          forms={forms}
          onClose={() => setOpen(false)}
          onDone={id => location.assign(`/form-editor?form=${id}`)}
        />
      )}
    </>
  )
}
