import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import type { Preview } from '@/lib/domain/call/preview'
import { MESSAGES } from '@/lib/messages/messages'
import { CallPreview } from '../call-preview'

export type CallTexts = { preview: Preview; argumentsText?: string }

/** What a card shows of a call, as HTML. */
export const previewMarkup = ({ preview, argumentsText = '{}' }: CallTexts): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
      <CallPreview preview={preview} argumentsText={argumentsText} />
    </IntlProvider>,
  )
