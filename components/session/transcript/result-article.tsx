'use client'

import { useTranslations } from 'use-intl'
import { ReasonText } from '@/components/call/reason-text'
import { VerdictLine } from '@/components/call/verdict-line'
import { lazyPart } from '@/components/page/lazy-part'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { ServerText, useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { STORY } from '@/components/ui/looks'
import { useOpen } from '@/lib/client/page/page-state'
import { beginningOf } from '@/lib/client/text/beginning'
import type { CallLine, Entry } from '@/lib/domain/session/entry'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { EntryActions } from './entry-actions'

const CallStory = lazyPart(async () => (await import('./call-story')).CallStory)

/** What comes with messages and results, beside their words. */
export const LazyFiles = lazyPart(async () => (await import('../attached-files')).AttachedFiles)

/** A Call in the transcript: a line on its outcome, which opens to its whole story. */
export function ResultArticle({ sessionId, entry }: { sessionId: string; entry: Entry }) {
  const t = useTranslations('session.resultArticle')
  const say = useServerText()
  const [isOpen, setOpen] = useOpen(entry.id)
  const { call } = entry
  const callId = entry.callId ?? entry.id
  return (
    <article
      aria-label={t('name', { tool: withVisibleEscapes(call?.tool ?? '') })}
      data-result={call?.result ?? ''}
      className={`relative ${isOpen ? 'touch:pb-11' : ''}`}
    >
      <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer list-none gap-2 [&::-webkit-details-marker]:hidden">
          <span aria-hidden="true" className="w-3 flex-none text-quiet">
            {isOpen ? '▾' : '▸'}
          </span>
          {call ? <Head call={call} callId={callId} text={say(entry.codedText, entry.text)} /> : t('result')}
        </summary>
        {isOpen && (
          <CallStory fallback={<p className={STORY}>{t('loading')}</p>} callId={callId} result={entry.text} />
        )}
      </details>
      {call?.images && <LazyFiles sessionId={sessionId} files={call.images} />}
      <MaskedSecrets
        sessionId={sessionId}
        className="ml-5"
        id={entry.id}
        texts={[call?.summary, entry.text]}
      />
      <EntryActions sessionId={sessionId} entry={entry} />
    </article>
  )
}

const SUMMARY = 'min-w-[12ch] grow basis-0 wrap-anywhere'

/**
 * What it was, who decided and how it ended. Each outcome has a sign of its own, so that nothing depends on colour. A
 * denied Call is struck through, whoever denied it.
 */
function Head({ call, callId, text }: { call: CallLine; callId: string; text: string }) {
  const t = useTranslations('session.resultArticle')
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
      <span className="font-mono font-semibold text-small">
        <VisibleText isLine>{call.tool}</VisibleText>
      </span>
      <span className={`${SUMMARY} ${call.result === 'denied' ? 'line-through' : ''}`}>
        <ServerText codedText={call.codedText} english={call.summary || beginningOf(text)} />
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 text-quiet text-small">
        {call.decided && call.by ? (
          <VerdictLine
            callId={callId}
            digest={call.digest}
            kind={call.decided}
            by={call.by}
            seen={call.seen}
            reason={call.reason}
            isLinked={false}
          />
        ) : (
          call.reason && <ReasonText reason={call.reason} isOpen isLinked={false} />
        )}
        <span className={call.result === 'error' ? 'font-semibold text-ink' : ''}>
          {outcomeText(t, call)}
        </span>
      </span>
    </span>
  )
}

/** An answer stands in the place of what would have run; whoever says that it was done says more. */
function outcomeText(t: ReturnType<typeof useTranslations<'session.resultArticle'>>, call: CallLine): string {
  if (call.isLatent) return t('latent')
  return call.decided === 'answer' ? t('answer') : t(`outcome.${call.result}`)
}
