import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { DEFAULT_COMPACTION } from '@/lib/domain/run/limits'
import { MESSAGES } from '@/lib/messages/messages'
import { aSession, aView } from '@/test/factories'
import { ContextMeterPanel } from './context-meter'

/** What is read of the meter of a conversation of so many messages, of which 50 are too many. */
function read(messages: number, enabled = true) {
  const session = aSession({ compaction: { ...DEFAULT_COMPACTION, enabled } })
  const view = aView({ session, context: { messages, chars: 100, tokens: 25, overhead: 0, ratio: 1 } })
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <ContextMeterPanel view={view} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

test('a context that is past its limit says what becomes of earlier messages', () => {
  expect(read(58)).toMatch(/Context 116 %.*Older messages are summarised before the next request/)
  expect(read(58, false)).toContain('Older messages are left out of the next request')
  // One that has reached it has room for the next request.
  expect(read(50)).toContain('Context 100 %')
  expect(read(50)).not.toContain('the next request')
})
