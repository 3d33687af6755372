export const fieldTypes = ['text', 'email', 'phone', 'textarea', 'select'] as const
export type FieldType = (typeof fieldTypes)[number]

export type FormField = {
  id: string
  name: string
  label: string
  type: FieldType
  placeholder?: string
  required: boolean
  options?: string[]
}

export const defaultTitle = 'Fale conosco'
export const defaultDescription = 'Preencha seus dados e entraremos em contato.'

/** The fields a new company starts with (specification, section 2). */
export const defaultFields: FormField[] = [
  { id: 'name', name: 'name', label: 'Nome Completo', type: 'text', required: true },
  { id: 'email', name: 'email', label: 'E-mail', type: 'email', required: true },
  { id: 'phone', name: 'phone', label: 'Telefone', type: 'phone', required: true },
  { id: 'message', name: 'message', label: 'Mensagem', type: 'textarea', required: false }
]
