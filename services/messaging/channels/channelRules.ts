import type { ContactChannel } from '../../account/activities/rules.ts'
import type { FileKind, FileRule } from '../../platform/files/attachments/rules.ts'

/** How sentences name a provider: at their beginning, within them, and with 'de', 'em' and 'por' before it. */
export type ProviderWords = { The: string; the: string; of: string; at: string; by: string }

/** The facts about a kind of channel that need no provider. The server and the browser read the same object. */
export type ChannelRules = {
  name: string
  provider: ProviderWords
  /** The address of its conversations in the application; those of one conversation are below it. */
  page: string
  /** The calls for its settings. Where `status` is null the channel is switched by a change with `active`. */
  calls: { settings: string; change: string; test: string; status: string | null }
  /** Sentences for settings that cannot be read or saved, in place of the usual ones. */
  failures?: { load: string; save: string }
  /** A text as the channel counts it, and why one that is longer is refused. */
  text: { longest: number; size(text: string): number; unit: string; tooLong: string }
  files: Record<FileKind, FileRule>
  /** The kinds of files that take words in the same message. */
  captions: readonly FileKind[]
  /** Whether people can be given buttons or a list to choose from. */
  choices: boolean
  /** The signs that may be put to a message of a person: any emoji, or these alone. */
  reactions: 'any' | readonly string[]
  /** Whether people can be written to by templates outside the window. */
  templates?: true
  /** Whether the provider charges for messages, by the cards that staff enter (messaging/prices). */
  priced?: true
  /** Whether places can be sent as such. */
  places: boolean
  /** Whether its applications show *bold*, _italic_, ~struck~ and `code` as such. */
  markup: boolean
  /**
   * Advertising by the channel: the consent that it needs, how a refusal is shown, and the provider's error for a person
   * who has turned that of the company off (receive.sql knows it too). Null where the channel carries none.
   */
  advertising: { consent: ContactChannel; refused: string; errorCode: number } | null
  /**
   * People are answered freely for a day after they wrote. `human`: for how many days after they wrote a person may
   * still answer, where a machine may not, and what is said of that. `closed`: what is said when nobody may any longer.
   */
  window: { human: { days: number; hint: string } | null; closed: string }
}
