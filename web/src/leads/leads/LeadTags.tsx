import { TagManager } from '../tags/TagManager.tsx'
import { useFacets } from './api.ts'

const everything = {}

/** The company's tags, each with how many leads carry it. */
export function LeadTags({ onClose }: { onClose: () => void }) {
  const { data: facets } = useFacets(everything)
  return (
    <TagManager
      usesOf={tag => facets && (facets.tag.find(({ value }) => value === tag.id)?.count ?? 0)}
      onClose={onClose}
    />
  )
}
