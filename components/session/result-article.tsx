'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { VerdictLine } from '@/components/call/verdict-line'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { VisibleText } from '@/components/text/visible-text'
import { useOpened } from '@/lib/client/opened'
import type { CallLine, Entry } from '@/lib/domain/entry'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'

const CallStory = lazy(async () => ({ default: (await import('./call-story')).CallStory }))

/** A Call in the transcript: a line on what became of it, which opens to its whole story. */
export function ResultArticle({ sessionId, entry }: { sessionId: string; entry: Entry }) {
  const t = useTranslations('session.resultArticle')
  const [isOpen, setOpen] = useOpened(entry.id)
  const { call } = entry
  const callId = entry.callId ?? entry.id
  return (
    <article
      aria-label={t('name', { tool: withVisibleEscapes(call?.tool ?? '') })}
      className="call-line"
      data-result={call?.result}
    >
      <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <span aria-hidden="true" className="call-line-marker">
            {isOpen ? '▾' : '▸'}
          </span>
          {call ? <Head {...{ call, callId }} text={entry.text} /> : t('result')}
        </summary>
        {isOpen && (
          <Suspense fallback={<p className="call-story">{t('reading')}</p>}>
            <CallStory callId={callId} result={entry.text} />
          </Suspense>
        )}
      </details>
      <MaskedSecrets {...{ sessionId }} id={entry.id} texts={[call?.summary, entry.text]} />
    </article>
  )
}

/** What it was, what became of it, who signed it. Each outcome has a sign of its own: colour says nothing alone. */
function Head({ call, callId, text }: { call: CallLine; callId: string; text: string }) {
  const t = useTranslations('session.resultArticle')
  return (
    <span className="call-line-head">
      <span className="font-mono font-semibold text-small">
        <VisibleText isLine>{call.tool}</VisibleText>
      </span>
      <span className="call-line-summary">
        <VisibleText>{call.summary || beginningOf(text)}</VisibleText>
      </span>
      <span className="call-line-end">
        {call.decided && call.by && (
          <VerdictLine callId={callId} digest={call.digest} kind={call.decided} by={call.by} />
        )}
        <span className={call.result === 'error' ? 'font-semibold text-ink' : ''}>
          {call.isLatent ? t('latent') : t(`outcome.${call.result}`)}
        </span>
      </span>
    </span>
  )
}

/** Characters of a Result that stand in its line. */
const MOST = 140

/** Stands for a Call that settled before anything of it could be shown: why, or what the model says came of it. */
function beginningOf(text: string): string {
  const line = text
    .slice(0, 4 * MOST)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= MOST ? line : `${line.slice(0, MOST).toWellFormed()}…`
}
