import { expect } from 'vitest'
import { openSite, browserTest as test, visit } from './kit/site.ts'

const site = await openSite()

test('the description of the API is shown under a policy, and in no frame of another site', async () => {
  for (const url of ['/docs', '/docs/', '/docs/static/swagger-ui-bundle.js', '/docs/json']) {
    const answer = await site.app.inject(url)
    expect(answer.statusCode, url).toBe(200)
    const policy = String(answer.headers['content-security-policy'])
    expect(policy, url).toContain(`default-src 'self'`)
    expect(policy, url).toContain(`frame-ancestors 'none'`)
    expect(policy, url).not.toMatch(/script-src|unsafe-eval/)
  }
  const { page, problems, context } = await visit(site.url)
  await page.goto('/docs')
  await page.getByRole('heading', { name: /Prosa/ }).waitFor()
  const route = page.locator('.opblock', { has: page.locator('[data-path="/api/auth/login"]') }).first()
  await route.locator('.opblock-summary').click()
  await route.getByText('Responses', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
