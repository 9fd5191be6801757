import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { vi } from 'vitest'
import { MESSAGES } from '@/lib/client/messages/messages'
import type { Preview } from '@/lib/domain/call/preview'
import { CallPreview } from '../call-preview'

const SHOWN = { summary: 'A call', preconditions: [] }

export type CallTexts = { preview: Preview; argumentsText?: string }

/** What a card shows of a call, as HTML. */
export const previewMarkup = ({ preview, argumentsText = '{}' }: CallTexts): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
      <CallPreview preview={preview} argumentsText={argumentsText} />
    </IntlProvider>,
  )

/** Details come when a card first wants them: from then on they are in the markup. */
export async function loadPreviewDetails(): Promise<void> {
  const command = { argv: ['a'], text: 'a', cwd: '', sandboxed: true, network: false }
  const request = { method: 'GET', url: 'https://example.org/', headers: {} }
  previewMarkup({ preview: { ...SHOWN, kind: 'command', command } })
  previewMarkup({ preview: { ...SHOWN, kind: 'request', request } })
  previewMarkup({ preview: { ...SHOWN, kind: 'diff', diff: { path: 'a', unified: '+a\n' } } })
  await vi.dynamicImportSettled()
}
