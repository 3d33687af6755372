import { productName } from '../../../services/core/rules.ts'
import type { PageData } from '../../../services/site/schema.ts'
import { pageName } from './page.ts'
import { questionsAbout } from './start/Questions.tsx'
import { titleOf } from './title.ts'

const promise = 'Receba, organize e converta os leads da sua empresa em um só lugar.'

/** The pages that search engines may keep, by the address that each is kept under. */
const kept: Partial<Record<ReturnType<typeof pageName>, string>> = {
  start: '/',
  signup: '/signup',
  login: '/login',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms'
}

/** Title, description and link preview, which messengers and search engines read without running the page. */
export function headOf(page: PageData, origin: string): string {
  const name = pageName(page)
  const title = titleOf(page)
  const description = page.form?.description ?? page.booking?.page.welcome ?? promise
  const address = kept[name]
  const tags = [
    `<title>${inHtml(title)}</title>`,
    named('description', description),
    about('title', title),
    about('description', description),
    about('type', 'website'),
    about('locale', 'pt_BR')
  ]
  if (address === undefined) tags.push(named('robots', 'noindex'))
  else
    tags.push(
      `<link rel="canonical" href="${inHtml(origin + address)}">`,
      about('url', origin + address),
      about('site_name', productName)
    )
  // A company's pages are shared in its own name, not with our picture.
  if (!['lead', 'booking', 'bookingForm', 'appointment', 'unsubscribe'].includes(name))
    tags.push(
      about('image', `${origin}/share.png`),
      about('image:width', '1200'),
      about('image:height', '630'),
      about('image:alt', `${productName}: todo lead vira uma boa conversa`),
      named('twitter:card', 'summary_large_image')
    )
  if (name === 'start') tags.push(structured(page, origin))
  return tags.join('')
}

/** The product, its prices and its questions in the vocabulary of schema.org. */
function structured(page: PageData, origin: string): string {
  const home = `${origin}/`
  const offers = (page.plans ?? []).map(plan => ({
    '@type': 'Offer',
    name: plan.name,
    description: plan.description,
    price: (plan.priceCents / 100).toFixed(2),
    priceCurrency: 'BRL',
    url: `${origin}/signup?plan=${plan.key}`
  }))
  const graph = [
    { '@type': 'Organization', '@id': `${home}#org`, name: productName, url: home, logo: `${origin}/icon-512.png` },
    { '@type': 'WebSite', name: productName, url: home, inLanguage: 'pt-BR', publisher: { '@id': `${home}#org` } },
    {
      '@type': 'SoftwareApplication',
      name: productName,
      description: promise,
      url: home,
      image: `${origin}/share.png`,
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Web',
      inLanguage: 'pt-BR',
      ...(offers.length > 0 && { offers })
    },
    {
      '@type': 'FAQPage',
      mainEntity: questionsAbout(page.trialDays ?? 14).map(({ ask, answer }) => ({
        '@type': 'Question',
        name: ask,
        acceptedAnswer: { '@type': 'Answer', text: answer }
      }))
    }
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  // A `<` could end the script element.
  return `<script type="application/ld+json">${json.replace(/</g, '\\u003c')}</script>`
}

const named = (name: string, content: string) => `<meta name="${name}" content="${inHtml(content)}">`
const about = (property: string, content: string) => `<meta property="og:${property}" content="${inHtml(content)}">`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const inHtml = (text: string) => text.replace(/[&<>"]/g, character => entities[character] ?? character)
