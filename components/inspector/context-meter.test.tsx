import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { DEFAULT_COMPACTION } from '@/lib/domain/run/limits'
import { MESSAGES } from '@/lib/messages/messages'
import { aSession, aView } from '@/test/factories'
import { ContextMeterPanel, ContextShare } from './context-meter'

/** What is read of the meter of a conversation of so many messages, of which 50 are too many. */
function read(messages: number, enabled = true) {
  const session = aSession({ compaction: { ...DEFAULT_COMPACTION, enabled } })
  const view = aView({ session, context: { messages, chars: 100, tokens: 25, overhead: 0, ratio: 1 } })
  const html = (part: React.ReactNode) =>
    renderToStaticMarkup(
      <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
        <QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>
      </IntlProvider>,
    ).replace(/<[^>]+>/g, ' ')
  return { head: html(<ContextShare view={view} />), panel: html(<ContextMeterPanel view={view} />) }
}

test('a context that is past its limit says what becomes of earlier messages', () => {
  const { head, panel } = read(58)
  expect(head).toMatch(/Context 116 %.*Earlier messages will be summarised/)
  expect(panel).toContain('Older messages are summarised before the next request')
  const off = read(58, false)
  expect(off.head).toContain('Earlier messages will be left out')
  expect(off.panel).toContain('Older messages are left out of the next request')
})

test('one that has reached it and is not past it has room for the next request', () => {
  const { head, panel } = read(50)
  expect(head).toContain('Context 100 %')
  expect(head + panel).not.toMatch(/will be|takes their place/)
})
