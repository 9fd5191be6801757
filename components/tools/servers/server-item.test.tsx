import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import { MESSAGES } from '@/lib/messages/messages'
import { ServerItem } from './server-item'

const html = (sandbox: McpServer['sandbox']): string => {
  const server: McpServer = {
    id: 'forge',
    name: 'forge',
    enabled: true,
    status: 'connected',
    command: 'forge',
    sandbox,
    connections: 0,
    tools: [],
    resources: [],
    prompts: [],
  }
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
      <ServerItem server={server} />
    </IntlProvider>,
  )
}

const sandbox = (network: boolean) => ({ network, read: [], write: [] })

/** As much as on the card of a command that reaches as far. */
test('a server that reaches the network stands out, as one without a sandbox does', () => {
  const plain = html(sandbox(false))
  const strong = /<span class="font-semibold text-ink">(.*?)<\/span>/
  expect(plain).toContain('Sandbox, no network')
  expect(plain).not.toMatch(strong)
  expect(strong.exec(html(sandbox(true)))?.[1]).toContain('full network access')
  expect(strong.exec(html(false))?.[1]).toBe('No sandbox')
})
