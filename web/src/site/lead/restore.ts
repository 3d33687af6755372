import type { Values } from '../parts/fieldErrors.ts'

/** Puts the values of a draft into the inputs that nobody has filled yet. */
export function restore(form: HTMLFormElement | null, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const input = inputNamed(form, name)
    if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === 'true'
    else if (input instanceof HTMLInputElement && input.type === 'hidden') continue
    else if (isTextual(input) && input.value === '' && !input.readOnly) input.value = value
    else if (input instanceof HTMLSelectElement) input.value = value
  }
}

/** Not through `form.elements`, which a field of that name would hide. */
const inputNamed = (form: HTMLFormElement | null, name: string) =>
  [...document.getElementsByName(name)].find(input => form?.contains(input))

const isTextual = (input: unknown): input is HTMLInputElement | HTMLTextAreaElement =>
  input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
