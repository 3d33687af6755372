import { Frame } from './Frame.tsx'

/** Stands for the moment until the next page is there. */
export const Leaving = () => (
  <Frame width="narrow">
    <p role="status">Carregando...</p>
  </Frame>
)
