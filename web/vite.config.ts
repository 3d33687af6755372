import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { tokensCss } from './src/core/tokens.ts'

const here = import.meta.dirname
const fontCss = readFileSync(resolve(here, 'src/core/font.css'), 'utf8')
const entries = ['public.html', 'app.html'].filter(name => existsSync(resolve(here, name)))
const publicAddresses = [
  '/',
  '/login',
  '/employee-login',
  '/signup',
  '/reset-password',
  '/confirm-email',
  '/confirm-recipient',
  '/contact',
  '/my-data',
  '/privacy',
  '/terms',
  '/invitation',
  '/leads/new'
]

/**
 * `import 'virtual:tokens.css'` gives the product's face and the custom properties made from the tokens. The public pages import them as
 * `virtual:public-tokens.css`, so that they have a copy of their own to carry in the page.
 */
function tokens(): Plugin {
  const name = /^virtual:(public-)?tokens\.css$/
  return {
    name: 'prosa-tokens',
    resolveId: id => (name.test(id) ? `\0${id}` : undefined),
    load: id => (id.startsWith('\0') && name.test(id.slice(1)) ? fontCss + tokensCss() : undefined)
  }
}

/**
 * Moves the style that a page begins with into its HTML, where nothing has to be fetched before the first paint. The
 * server allows the `<style>` of the public pages by its hash, that of the application by its nonce. The calendar's sheet
 * stays with the calendar, which is fetched on demand.
 */
function styleInPage(): Plugin {
  let style = ''
  let appStyle = ''
  return {
    name: 'prosa-style-in-page',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle)
          .filter(file => file.type === 'chunk')
          .filter(chunk => chunk.name !== 'Calendar')
          // General rules come before those of a page.
          .sort((one, other) => rank(one.name) - rank(other.name))
        for (const { name: chunk, isEntry, moduleIds, viteMetadata } of chunks) {
          const ofApp = isEntry && chunk === 'app'
          if (!ofApp && !moduleIds.some(id => id.includes('/src/site/'))) continue
          for (const name of viteMetadata?.importedCss ?? []) {
            const sheet = bundle[name]
            const text = sheet?.type === 'asset' ? withoutMarkers(String(sheet.source)) : ''
            if (ofApp) appStyle += text
            else style += text
            delete bundle[name]
          }
          viteMetadata?.importedCss.clear()
        }
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) =>
        html.replace('</head>', () =>
          filename.endsWith('public.html')
            ? `<style>${style}</style></head>`
            : `<style nonce="__NONCE__">${appStyle}</style></head>`
        )
    }
  }
}

const withoutMarkers = (css: string) => css.replace(/\/\*\$vite\$:\d+\*\//g, '').trim()

const rank = (chunk: string) => ['public', 'base'].indexOf(chunk) >>> 0

/** In development, sends each address to the HTML entry that answers it in production. */
function addresses(): Plugin {
  return {
    name: 'prosa-addresses',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost')
        const asksForPage = request.headers.accept?.includes('text/html') && !url.pathname.includes('.')
        const entry = publicAddresses.includes(url.pathname) ? 'public.html' : 'app.html'
        if (asksForPage) request.url = `/${entries.includes(entry) ? entry : 'public.html'}${url.search}`
        next()
      })
    }
  }
}

/**
 * `vite build` makes the browser's files in dist/web; `vite build --ssr` makes dist/ssr/server.js, by which the server
 * renders the public pages.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  root: here,
  appType: 'mpa',
  plugins: [tokens(), react(), styleInPage(), addresses()],
  // A build is the same whoever asks for it: a test run sets NODE_ENV, and would get pages that cannot run.
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } }
  }),
  ssr: { noExternal: true as const },
  build: isSsrBuild
    ? {
        outDir: resolve(here, '../dist/ssr'),
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: {
          input: resolve(here, 'src/site/server.tsx'),
          output: { entryFileNames: 'server.js', codeSplitting: false }
        }
      }
    : {
        outDir: resolve(here, '../dist/web'),
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        // Kilobytes before compression; what is downloaded has its own limit in tests/whole/budgets.test.ts.
        chunkSizeWarningLimit: 900,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: entries.map(name => resolve(here, name)),
          output: {
            codeSplitting: {
              groups: [
                // The little that the entries run with, apart from them, so that no other chunk imports an entry.
                {
                  name: 'load',
                  test: /rolldown[\\/]runtime|vite[\\/]preload-helper|src[\\/](site[\\/](page|beacon)|assistant[\\/]chat[\\/]open)\.ts$/
                },
                // What both entries need, and the parts of the public pages: who signs in has passed one of those.
                {
                  name: 'base',
                  test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|src[\\/]core[\\/](?!tokens|format|download|kept|moment|back)|services[\\/](core|core[\\/]telephone[\\/]brazil|account[\\/](auth|companies|plans)|leads[\\/](forms|leads))[\\/]rules\.ts$|src[\\/]site[\\/](mount|title|PublicPage|parts[\\/])/,
                  // Else what the entry runs with would move in here, and the entry would wait for React.
                  includeDependenciesRecursively: false
                },
                // The forms with what they check by: no page that comes first has one.
                {
                  name: 'forms',
                  test: /node_modules[\\/]@sinclair[\\/]typebox[\\/]|src[\\/]ui[\\/](form|Field|formCheck|leaving)\.tsx?$|services[\\/]core[\\/](schema|fieldNames|refusals[\\/]rules)\.ts$/,
                  includeDependenciesRecursively: false
                },
                // What the two applications share, in one piece: a request more costs more than what one of them lacks.
                // Not what the entry itself begins with, or each would wait for the other.
                {
                  name: 'shared',
                  test: /node_modules[\\/](?!(react|react-dom|scheduler|react-day-picker|date-fns|@date-fns|@sinclair)[\\/])|services[\\/](?!core|privacy|account[\\/](auth|companies|plans)|leads[\\/](forms|leads)|calendar[\\/]booking|assistant[\\/](chat|integrations)|support[\\/]contact)\w+[\\/]\w+[\\/](\w+[\\/])?rules\.ts$|services[\\/](leads[\\/]leads[\\/]marks|core[\\/](zones|money))[\\/]rules\.ts$|services[\\/]leads[\\/]leads[\\/]fields\.ts$|src[\\/](ui[\\/](?!(form|Field|formCheck|leaving)\.)|shell[\\/]|leads[\\/]leads[\\/](record|due|filter|address|contact|status|StatusTag|later|Later|useWhatsapp|api|labels|lazily|celebrate|ContactLinks|WonValue|MoneyInput|useStatusChange|page[\\/]api)|account[\\/](employees[\\/](api|labels)|notifications|activities)|messaging[\\/]conversations[\\/](api|keys|thread|UnreadMark|channels[\\/](registry|\w+[\\/]screen))|support[\\/]tickets[\\/]api|leads[\\/](tags|funnels[\\/](steps|api))|platform[\\/]email|privacy[\\/]person|core[\\/](tokens|format|download|kept|moment|back))/,
                  minShareCount: 2,
                  priority: -1,
                  includeDependenciesRecursively: false
                },
                // A company's form, alone or after a time was chosen: in one piece it compresses better.
                {
                  name: 'form',
                  test: /src[\\/]site[\\/]lead[\\/](LeadPage|FormSkeleton|LoadFailure|Sent|touch|useCompanyForm|LeadForm|LeadInput|Choices|Schedule|DayField|CompanyCnpj|draft|fields|problems|restore|submission|texts|useFunnel|api|lead\.module)/,
                  includeDependenciesRecursively: false
                },
                {
                  name: 'account',
                  test: /src[\\/]site[\\/]account[\\/]/,
                  includeDependenciesRecursively: false
                }
              ]
            }
          }
        }
      },
  server: {
    port: 5173,
    proxy: { '^/(api|public|health)/': 'http://localhost:3000' }
  }
}))
