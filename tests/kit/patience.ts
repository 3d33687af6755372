/**
 * How long tests wait for an expected event, in milliseconds. A test that passes never waits for it: it is there so
 * that what never comes ends, on a machine that is three times slower and busy too.
 */
export const patience = {
  /** The longest take a minute alone, and six times as long where others hold the machine. */
  test: 360_000,
  hook: 360_000,
  /** For `expect.poll`, and for the browser's locators and navigations. */
  look: 45_000
}
