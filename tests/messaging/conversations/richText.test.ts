import { expect, test } from 'vitest'
import { readCoordinates } from '../../../web/src/messaging/conversations/places.ts'
import { type RichPart, readRich } from '../../../web/src/messaging/conversations/richText.ts'

/** As short HTML, to be compared. */
const html = (parts: readonly RichPart[]): string =>
  parts
    .map(part => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'link') return `<a ${part.href}>${part.text}</a>`
      if (part.kind === 'code') return `<code>${part.text}</code>`
      const tag = { bold: 'b', italic: 'i', struck: 's' }[part.kind]
      return `<${tag}>${html(part.parts)}</${tag}>`
    })
    .join('')
const read = (text: string, markup = true) => html(readRich(text, markup))

test.each([
  ['O *pedido* sai às _15h_, não ~14h~', 'O <b>pedido</b> sai às <i>15h</i>, não <s>14h</s>'],
  ['*_muito_ caro*', '<b><i>muito</i> caro</b>'],
  ['`a*b*c` e ```x\ny```', '<code>a*b*c</code> e <code>x\ny</code>'],
  // Characters that are no mark: in words, with blanks inside, alone, or over lines.
  ['2*3*4 = 24, nome_do_arquivo_final', '2*3*4 = 24, nome_do_arquivo_final'],
  ['* item\n* outro', '* item\n* outro'],
  ['*a\nb*', '*a\nb*'],
  ['*ação*!', '<b>ação</b>!'],
  // Addresses keep their signs, and the point after them is not theirs.
  [
    'Veja https://loja.example/a_b_c?x=*1*.',
    'Veja <a https://loja.example/a_b_c?x=*1>https://loja.example/a_b_c?x=*1</a>*.'
  ],
  ['(www.loja.com.br)', '(<a https://www.loja.com.br/>www.loja.com.br</a>)'],
  ['*https://loja.example*', '<b><a https://loja.example/>https://loja.example</a></b>'],
  ['javascript:alert(1) http://x data:text/html,a', 'javascript:alert(1) http://x data:text/html,a']
])('%s', (text, shown) => {
  expect(read(text)).toBe(shown)
})

test('a channel without marks shows them as they stand, and addresses open all the same', () => {
  expect(read('*oi* https://a.example', false)).toBe('*oi* <a https://a.example/>https://a.example</a>')
})

test('nothing is lost of a text, whatever stands in it, and a hostile one is read in time', () => {
  const plain = (parts: readonly RichPart[]): string =>
    parts.map(part => ('parts' in part ? plain(part.parts) : part.text)).join('')
  const texts = [
    '*a '.repeat(20_000),
    '*'.repeat(60_000),
    '_*~'.repeat(20_000),
    'www.'.repeat(15_000),
    '`'.repeat(60_000)
  ]
  for (const text of texts) expect(plain(readRich(text, true)).length).toBeLessThanOrEqual(text.length)
  expect(plain(readRich(texts[0] ?? '', true))).toBe(texts[0])
})

test.each([
  ['-23.5614, -46.6559', -23.5614, -46.6559],
  ['-23.5614 -46.6559', -23.5614, -46.6559],
  ['https://www.google.com/maps/place/MASP/@-23.1,-46.1,17z/data=!3d-23.5614!4d-46.6559', -23.5614, -46.6559],
  ['https://www.google.com/maps/@-23.5614,-46.6559,17z', -23.5614, -46.6559],
  ['https://maps.google.com/?q=-23.5614,-46.6559', -23.5614, -46.6559],
  ['https://www.google.com/maps/search/?api=1&query=-23.5614%2C-46.6559', -23.5614, -46.6559],
  ['https://www.openstreetmap.org/?mlat=-23.5614&mlon=-46.6559#map=16/-23.1/-46.1', -23.5614, -46.6559],
  ['https://www.openstreetmap.org/#map=16/-23.5614/-46.6559', -23.5614, -46.6559]
])('where a map points: %s', (text, latitude, longitude) => {
  expect(readCoordinates(text)).toEqual({ latitude, longitude })
})

test.each(['', 'Av. Paulista, 1578', '-95, 10', '10, 200', 'https://maps.app.goo.gl/abc'])('no place: %s', text => {
  expect(readCoordinates(text)).toBeUndefined()
})
