/** Where the conversations are read and written. */
export const path = '/api/conversations'

/** The key of one conversation. */
export const oneKey = (id: string) => ['inbox', 'one', id]

/** The key of its messages, which no change of the list has read again. */
export const messagesKey = (id: string) => ['inbox-messages', id]
