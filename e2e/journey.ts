import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import type { Installation } from './installation'
import { ServerPool } from './server-pool'

type Journey = {
  installation: Installation
  /** Patterns of browser errors that a journey brings about on purpose. */
  expected: RegExp[]
  /** A page of somebody who is signed in, on which nothing is open. */
  page: Page
  /** One more tab of the same browser. */
  anotherTab: () => Promise<Page>
  /** Another browser, signed in at that server. */
  anotherBrowser: (at: Installation) => Promise<Page>
}

/** What a browser says of requests whose server dies. */
export const LOST =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)/

/** A journey: whatever the browser complains about, and every request to somewhere else, fails it. */
export const test = base.extend<Journey, { serverPool: ServerPool }>({
  serverPool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const serverPool = new ServerPool()
      await use(serverPool)
      await serverPool.close()
    },
    { scope: 'worker' },
  ],
  installation: async ({ serverPool }, use, info) => {
    const installation = await serverPool.take()
    await use(installation)
    const death = installation.death()
    await serverPool.giveBack(installation, info.status === info.expectedStatus && !death)
    if (death) throw new Error(death)
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expected: async ({}, use) => use([]),
  baseURL: async ({ installation }, use) => use(installation.url),
  context: async ({ context, installation, expected }, use) => {
    const complaints = await listen(context, installation.url)
    await use(context)
    expectOnly(expected, complaints)
  },
  page: async ({ context, installation }, use) => {
    await signIn(context, installation)
    await use(await context.newPage())
  },
  anotherTab: async ({ context }, use) => use(() => context.newPage()),
  anotherBrowser: async ({ browser, expected }, use) => {
    const opened: { context: BrowserContext; complaints: string[] }[] = []
    await use(async at => {
      const context = await browser.newContext({ baseURL: at.url })
      opened.push({ context, complaints: await listen(context, at.url) })
      await signIn(context, at)
      return context.newPage()
    })
    for (const { context, complaints } of opened) {
      await context.close()
      expectOnly(expected, complaints)
    }
  },
})

/** By the link that the server prints. The page that it leads to is not loaded: few journeys begin there. */
async function signIn(context: BrowserContext, at: Installation): Promise<void> {
  const answer = await context.request.get(at.link, { maxRedirects: 0 })
  expect(answer.status()).toBe(303)
}

export function expectOnly(expected: RegExp[], complaints: string[]): void {
  const unexpected = complaints.filter(complaint => !expected.some(pattern => pattern.test(complaint)))
  expect(unexpected, 'what the browser complained about').toEqual([])
}

export async function listen(context: BrowserContext, origin: string): Promise<string[]> {
  const complaints: string[] = []
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      console.error(`Policy: ${event.effectiveDirective} forbids ${event.blockedURI} in ${event.sourceFile}`)
    })
  })
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', error => complaints.push(`Uncaught: ${error.error().message}`))
  context.on('request', request => {
    const url = request.url().replace(/^blob:/, '')
    if (!url.startsWith(`${origin}/`)) complaints.push(`Request to ${request.url()}`)
  })
  return complaints
}
