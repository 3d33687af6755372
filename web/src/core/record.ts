type Named = { id?: unknown; _id?: unknown }

/** A record under both names of its id, of which an answer may have only one. */
export function withId<T extends object>(raw: T & Named): T & { id: string; _id: string } {
  const id = String(raw.id ?? raw._id ?? '')
  return { ...raw, id, _id: id }
}
