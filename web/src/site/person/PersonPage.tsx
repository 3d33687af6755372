import { useEffect, useState } from 'react'
import { type PageProps, queryOf } from '../page.ts'
import { Frame } from '../parts/Frame.tsx'
import { AskForLink } from './AskForLink.tsx'
import { companyNamed, sessionOf } from './api.ts'
import { ChooseCompany } from './ChooseCompany.tsx'
import { OpenLink } from './OpenLink.tsx'
import { Reading } from './Reading.tsx'

/**
 * The data that a company keeps about the reader, without an account: asks for a link, opens the one in the address, or
 * shows what its session may see.
 */
export function PersonPage({ page }: PageProps) {
  const query = queryOf(page)
  const client = query.get('client')?.trim() ?? ''
  const [company, setCompany] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [token, setToken] = useState('')
  const [session, setSession] = useState<string | null>(null)

  useEffect(() => {
    if (!client) return
    const read = () => setToken(location.hash.slice(1))
    read()
    // The link of a mail may be opened where the page that asked for it still stands.
    addEventListener('hashchange', read)
    setSession(sessionOf(client))
    companyNamed(client).then(
      ({ name }) => setCompany(name),
      error => setProblem(error instanceof Error ? error.message : String(error))
    )
    return () => removeEventListener('hashchange', read)
  }, [client])

  /** The token is of no more use, and stays neither in the address nor in the history. */
  function opened(linkToken: string) {
    history.replaceState(null, '', location.pathname + location.search)
    setToken('')
    setSession(linkToken)
  }

  function over() {
    history.replaceState(null, '', location.pathname + location.search)
    setToken('')
    setSession(null)
  }

  if (client && session && !token)
    return (
      <Frame width="wide">
        <Reading client={client} session={session} onOver={over} />
      </Frame>
    )
  return (
    <Frame width="narrow" footer={<a href="/privacy">Política de privacidade</a>}>
      {!client ? (
        <ChooseCompany letters={page.alphanumericCnpj ?? false} />
      ) : token ? (
        <OpenLink key={token} client={client} company={company} token={token} onOpened={opened} onOver={over} />
      ) : (
        <AskForLink client={client} company={company} problem={problem} />
      )}
    </Frame>
  )
}
