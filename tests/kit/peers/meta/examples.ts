/**
 * Meta's published webhooks, by kind, with every key that is always there ("WhatsApp Cloud API: webhooks" and
 * "Instagram Platform: webhooks", v26.0). Values only show the type.
 */

const message = { from: '5511987654321', from_user_id: 'BR.1502576394655843', id: 'wamid.x', timestamp: '1763890000' }
const file = { mime_type: 'image/png', sha256: 'x', id: '1' }

export const whatsappMessages = {
  text: { ...message, type: 'text', text: { body: 'Olá' } },
  reply: { ...message, type: 'text', text: { body: 'Sim' }, context: { from: '551140028922', id: 'wamid.y' } },
  image: { ...message, type: 'image', image: { ...file, caption: 'Foto' } },
  audio: { ...message, type: 'audio', audio: { ...file, voice: true } },
  video: { ...message, type: 'video', video: file },
  document: { ...message, type: 'document', document: { ...file, filename: 'contrato.pdf' } },
  sticker: { ...message, type: 'sticker', sticker: { ...file, animated: false } },
  location: {
    ...message,
    type: 'location',
    location: { latitude: -23.5, longitude: -46.6, name: 'MASP', address: 'x' }
  },
  contact: {
    ...message,
    type: 'contacts',
    contacts: [
      { name: { formatted_name: 'Bia', first_name: 'Bia' }, phones: [{ phone: '+55', wa_id: '55', type: 'CELL' }] }
    ]
  },
  reaction: { ...message, type: 'reaction', reaction: { message_id: 'wamid.y', emoji: '👍' } },
  buttonReply: {
    ...message,
    type: 'interactive',
    context: { from: '551140028922', id: 'wamid.y' },
    interactive: { type: 'button_reply', button_reply: { id: 'sim', title: 'Sim' } }
  },
  listReply: {
    ...message,
    type: 'interactive',
    context: { from: '551140028922', id: 'wamid.y' },
    interactive: { type: 'list_reply', list_reply: { id: 'dez', title: '10h', description: 'Amanhã' } }
  },
  templateButton: {
    ...message,
    type: 'button',
    context: { from: '551140028922', id: 'wamid.y' },
    button: { payload: 'Confirmar', text: 'Confirmar' }
  },
  order: { ...message, type: 'order', order: { catalog_id: '1', product_items: [{ product_retailer_id: 'a' }] } },
  edit: {
    ...message,
    type: 'edit',
    edit: { original_message_id: 'wamid.y', message: { type: 'text', text: { body: 'x' } } }
  },
  delete: { ...message, type: 'revoke', revoke: { original_message_id: 'wamid.y' } },
  unsupported: {
    ...message,
    type: 'unsupported',
    errors: [{ code: 131051, title: 'x', message: 'x', error_data: { details: 'x' } }]
  },
  advertisement: {
    ...message,
    type: 'text',
    text: { body: 'Oi' },
    referral: {
      source_url: 'https://fb.me/x',
      source_id: '1',
      source_type: 'ad',
      headline: 'x',
      body: 'x',
      ctwa_clid: 'x'
    }
  },
  changeNumber: {
    ...message,
    type: 'system',
    system: { body: 'x', wa_id: '55', user_id: 'BR.1', previous_user_id: 'BR.2', type: 'user_changed_number' }
  }
}

const status = { id: 'wamid.x', timestamp: '1763890000', recipient_id: '5511987654321', biz_opaque_callback_data: 'm1' }
const pricing = { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' }

export const whatsappStatuses = {
  sent: { ...status, status: 'sent', recipient_user_id: 'BR.1', pricing },
  delivered: { ...status, status: 'delivered', recipient_user_id: 'BR.1', pricing },
  read: { ...status, status: 'read', recipient_user_id: 'BR.1' },
  played: { ...status, status: 'played', recipient_user_id: 'BR.1' },
  failed: {
    ...status,
    status: 'failed',
    errors: [{ code: 131026, title: 'x', message: 'x', error_data: { details: 'x' }, href: 'https://x' }]
  }
}

export const templateUpdate = {
  event: 'APPROVED',
  message_template_id: 1,
  message_template_name: 'confirmacao',
  message_template_language: 'pt_BR',
  message_template_category: 'UTILITY',
  reason: 'NONE'
}

const event = { sender: { id: '7' }, recipient: { id: '17841400000000000' }, timestamp: 1763890000000 }
const attached = (type: string) => ({
  ...event,
  message: { mid: 'x', attachments: [{ type, payload: { url: 'https://x' } }] }
})

export const instagramEvents = {
  text: { ...event, message: { mid: 'x', text: 'Olá' } },
  reply: { ...event, message: { mid: 'x', text: 'Sim', reply_to: { mid: 'y' } } },
  image: attached('image'),
  audio: attached('audio'),
  video: attached('video'),
  document: attached('file'),
  share: attached('share'),
  reel: attached('ig_reel'),
  storyMention: attached('story_mention'),
  storyReply: { ...event, message: { mid: 'x', text: 'Lindo', reply_to: { story: { id: '1', url: 'https://x' } } } },
  ephemeral: { ...event, message: { mid: 'x', attachments: [{ type: 'ephemeral' }] } },
  quickReply: { ...event, message: { mid: 'x', text: 'Sim', quick_reply: { payload: 'sim' } } },
  buttonReply: { ...event, postback: { mid: 'x', title: 'Preços', payload: 'precos' } },
  reaction: { ...event, reaction: { mid: 'x', action: 'react', reaction: 'love', emoji: '❤️' } },
  unreact: { ...event, reaction: { mid: 'x', action: 'unreact' } },
  edit: { ...event, message_edit: { mid: 'x', text: 'x', num_edit: 1 } },
  delete: { ...event, message: { mid: 'x', is_deleted: true } },
  read: { ...event, read: { mid: 'x' } },
  unsupported: { ...event, message: { mid: 'x', is_unsupported: true } },
  echo: { ...event, message: { mid: 'x', text: 'Oi', is_echo: true } }
}

/** The keys of an example, as `text.body:string`; values of names in `fixed` count, too. */
export function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) {
    const fixed = /(^|\.)(type|status|action|category|pricing_model|event|code)$/.test(path)
    return [fixed ? `${path}=${value}` : `${path}:${typeof value}`]
  }
  return Object.entries(value).flatMap(([name, inner]) => keysOf(inner, path ? `${path}.${name}` : name))
}
