import type { OwnField } from '../../../../../services/leads/forms/schema.ts'
import type { FacetCounts } from '../../../../../services/leads/leads/schema.ts'
import { useOwnFields } from '../api.ts'
import { answersOf, type LeadFilter, toggledAnswer } from '../filter.ts'
import { answerText, fieldTitle } from './answers.ts'
import { FacetGroup, type Option, Options } from './FacetGroup.tsx'

type Props = { filter: LeadFilter; facets: FacetCounts | undefined; onChange: (filter: LeadFilter) => void }

/**
 * The company's own fields with options. Those that no form has any more are offered for as long as there are answers
 * to be found by them.
 */
export function AnswerFacets({ filter, facets, onChange }: Props) {
  const { data: fields = [] } = useOwnFields()
  return fields.map(field => {
    const chosen = answersOf(filter, field.name)
    const options = optionsOf(field, facets, chosen)
    if (options.length === 0) return null
    return (
      <FacetGroup
        key={field.name}
        name={`custom.${field.name}`}
        label={fieldTitle([field], field.name)}
        chosen={chosen.length}
      >
        <Options
          options={options}
          chosen={chosen}
          onToggle={value => onChange(toggledAnswer(filter, field.name, value))}
          capped={facets?.capped.includes(`custom.${field.name}`) ?? false}
        />
      </FacetGroup>
    )
  })
}

/** The options of today in the order of the form, then those of before that leads have or the filter asks for. */
function optionsOf(field: OwnField, facets: FacetCounts | undefined, chosen: readonly string[]): Option[] {
  // A field may be called as something that every object has.
  const counts = facets && Object.hasOwn(facets.custom, field.name) ? facets.custom[field.name] : []
  const countOf = (value: string) => facets && (counts?.find(each => each.value === value)?.count ?? 0)
  const declared = [...field.options, ...field.former]
  const before = [
    ...field.former.filter(value => (countOf(value) ?? 0) > 0 || chosen.includes(value)),
    ...chosen.filter(value => !declared.includes(value))
  ]
  const option = (value: string, words: string) => ({ value, label: words, count: countOf(value) })
  return [
    ...field.options.map(value => option(value, answerText([field], field.name, value))),
    ...before.map(value => {
      const words = answerText([field], field.name, value)
      return option(value, field.asked && field.type !== 'checkbox' ? `${words} (anterior)` : words)
    })
  ]
}
