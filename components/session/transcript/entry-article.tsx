import { memo, type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { useMe } from '@/components/shell/me'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { PlainProse, Prose } from '@/components/text/prose'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import type { Entry } from '@/lib/domain/session/entry'
import { EntryActions } from './entry-actions'
import { LazyFiles, ResultArticle } from './result-article'

const Reasoning = lazyPart(async () => (await import('./entry-parts')).Reasoning)

const LongMessage = lazyPart(async () => (await import('./entry-parts')).LongMessage)

const NoticeArticle = lazyPart(async () => (await import('./notice-article')).NoticeArticle)

type Props = {
  sessionId: string
  entry: Entry
  /** Whether it is the end of a Run that can be continued. */
  canContinue?: boolean
}

/** One entry of the transcript. What people and models write is shown as text, whatever it looks like. */
export const EntryArticle = memo(function EntryArticle({ sessionId, entry, canContinue = false }: Props) {
  const { kind } = entry
  if (kind === 'result') return <ResultArticle sessionId={sessionId} entry={entry} />
  if (kind === 'notice' || entry.compaction)
    return <NoticeArticle sessionId={sessionId} entry={entry} canContinue={canContinue} />
  return <MessageArticle who={SPEAKERS[kind]} sessionId={sessionId} entry={entry} />
})

const SPEAKERS = { user: 'you', assistant: 'agent', summary: 'summary', correction: 'correction' } as const

type Who = (typeof SPEAKERS)[keyof typeof SPEAKERS]

type MessageProps = Pick<Props, 'sessionId' | 'entry'> & { who: Who }

/** Nothing for a message without text: its Calls have lines of their own. */
function MessageArticle({ who, sessionId, entry }: MessageProps) {
  const say = useServerText()
  const me = useMe()
  const author = entry.by?.id === me.id && !entry.by.schedule ? undefined : entry.by?.name
  if (entry.text === '' && !entry.reasoning) return null
  return (
    <Speaker who={who} name={author}>
      {entry.reasoning && <Reasoning id={entry.id} text={entry.reasoning} />}
      {entry.text !== '' && (
        <MessageText isModels={who === 'agent' || who === 'summary'}>
          {who === 'correction' ? say(entry.codedText, entry.text) : entry.text}
        </MessageText>
      )}
      {entry.attachments && <LazyFiles sessionId={sessionId} files={entry.attachments} />}
      <MaskedSecrets sessionId={sessionId} id={entry.id} texts={[entry.reasoning, entry.text]} />
      <EntryActions sessionId={sessionId} entry={entry} />
    </Speaker>
  )
}

/** A longer one would keep the page waiting for its layout. */
const MOST_LAID_OUT = 20_000

/** A person's text stays as it was written, folded where they sent a whole file; a model's is rendered as Markdown. */
function MessageText({ isModels, children }: { isModels: boolean; children: string }) {
  if (isModels) return <Prose>{children}</Prose>
  if (children.length <= MOST_LAID_OUT) return <PlainProse>{children}</PlainProse>
  return <LongMessage>{children}</LongMessage>
}

/** `name`: of somebody else. */
type SpeakerProps = {
  who: Who
  name?: string | undefined
  children: ReactNode
}

/** What a person asked stands out from what came of it, and makes room for being said otherwise. */
const TINT = 'rounded-base bg-hover px-3 py-2 [&:has(>form)>[data-prose]]:hidden'

/** A message under the name of who wrote it. */
export function Speaker({ who, name, children }: SpeakerProps) {
  const t = useTranslations('session.speaker')
  const id = useId()
  return (
    <article
      aria-labelledby={id}
      data-speaker={who}
      className={`relative min-w-0 ${who === 'you' ? TINT : ''}`}
    >
      <p id={id} className="font-semibold text-quiet text-small">
        {name === undefined ? t(who) : <VisibleText isLine>{name}</VisibleText>}
      </p>
      {children}
    </article>
  )
}
