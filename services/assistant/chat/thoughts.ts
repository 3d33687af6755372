const tag = /<(\/?)think(?:ing)?>/i
const tags = ['<think>', '</think>', '<thinking>', '</thinking>']

/** The position in an unfinished text from which it could become a tag; its length where there is none. */
function startOfTag(text: string): number {
  const at = text.lastIndexOf('<')
  return at >= 0 && tags.some(each => each.startsWith(text.slice(at).toLowerCase())) ? at : text.length
}

/**
 * Removes a model's thoughts, `<think>…</think>`, from its text, however the text is cut into pieces. Some models begin
 * by thinking without a tag and only mark the end: `thinksFirst` holds back what comes until then. Without it
 * `onUnannounced` is called at such an end, as all that came before was thought.
 */
export class Thoughts {
  #held = ''
  #thinking = false
  #unsure: boolean
  readonly #onUnannounced: () => void

  constructor(thinksFirst: boolean, onUnannounced: () => void) {
    this.#unsure = thinksFirst
    this.#onUnannounced = onUnannounced
  }

  /** The words that are to be shown next. */
  add(more: string): string {
    this.#held += more
    let words = ''
    for (let found = tag.exec(this.#held); found; found = tag.exec(this.#held)) {
      const before = this.#held.slice(0, found.index)
      this.#held = this.#held.slice(found.index + found[0].length)
      const ends = found[1] === '/'
      if (!this.#thinking && !ends) words += before
      if (!this.#thinking && ends) {
        words = ''
        this.#onUnannounced()
      }
      this.#thinking = !ends
      this.#unsure = false
    }
    if (this.#unsure) return ''
    const end = startOfTag(this.#held)
    if (!this.#thinking) words += this.#held.slice(0, end)
    this.#held = this.#held.slice(end)
    return words
  }

  /** The words that were held back, when nothing more comes. */
  end(): string {
    const words = this.#thinking ? '' : this.#held
    this.#held = ''
    return words
  }
}
