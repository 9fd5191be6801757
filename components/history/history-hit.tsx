'use client'

import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListItem } from '@/components/list/list-page'
import { lazyPart } from '@/components/page/lazy-part'
import { ForkButton } from '@/components/session/fork-button'
import { useMe } from '@/components/shell/me'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import { MARK } from '@/components/ui/further-looks'
import { letsRun } from '@/lib/domain/call/call-state'
import { OWNER } from '@/lib/domain/contract/person'
import type { SearchItem } from '@/lib/domain/session/search'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { excerptOf, type SearchTerm } from '@/lib/text/search-terms'

const CorrectionOfCall = lazyPart(async () => (await import('@/components/call/correction')).CorrectionOfCall)
const CallStory = lazyPart(async () => (await import('@/components/session/transcript/call-story')).CallStory)

type Props = { item: SearchItem; terms: SearchTerm[] }

/** What was said, or a Call with what became of it; it links to its place. */
export function HistoryHit({ item, terms }: Props) {
  const { kind, callId, decision, outcome, highlights } = item
  const t = useTranslations('session.resultArticle')
  const isShort = kind !== 'message' && highlights.length > 0
  return (
    <ListItem>
      <div className="flex items-baseline gap-x-3 max-phone:flex-wrap">
        <Link
          href={item.link}
          prefetch={false}
          className="group min-w-0 grow basis-0 rounded-base wrap-anywhere max-phone:basis-full"
        >
          <span className="group-hover:underline group-hover:underline-offset-3">
            <HitSentence item={item} terms={terms} />
          </span>
          {isShort && (
            <span className="block text-small [unicode-bidi:plaintext]">
              <HitPieces item={item} />
            </span>
          )}
        </Link>
        <span className="flex flex-none gap-x-3 text-quiet text-small tabular-nums">
          {decision && letsRun(decision) && outcome && (
            <span className={outcome === 'error' ? 'font-semibold text-ink' : ''}>
              {t(`outcome.${outcome}`)}
            </span>
          )}
          <Clock at={item.at} isBare />
        </span>
      </div>
      {callId !== undefined && <CallLife callId={callId} item={item} />}
    </ListItem>
  )
}

/** What a person changed, and behind a fold all that became of the Call. */
function CallLife({ callId, item: { sessionId, seq, decision } }: { callId: string; item: SearchItem }) {
  const t = useTranslations('history.life')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {decision?.kind === 'edit' && !isOpen && <CorrectionOfCall callId={callId} />}
      <details className="text-small" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer text-quiet touch:py-2.5 hover:text-ink">{t('show')}</summary>
        {isOpen && <CallStory callId={callId} />}
        {/* A session branches before a decision, so that it can be taken otherwise. */}
        <ForkButton sessionId={sessionId} seq={decision?.seq ? decision.seq - 1 : seq}>
          {t(decision?.seq ? 'before' : 'branch')}
        </ForkButton>
      </details>
    </>
  )
}

function HitSentence({ item, terms }: Props) {
  const t = useTranslations('history.sentence')
  const me = useMe()
  const call = (): ReactNode => <CallName key="call" item={item} terms={terms} />
  const { kind, entryKind = 'notice', outcome = 'unknown', decision, author = OWNER } = item
  const isMine = entryKind !== 'user' || author.id === me.id
  if (decision) {
    const { kind, by } = decision
    if (by.type === 'expiry') return t.rich('expired', { call })
    if (by.type === 'person' && by.id === me.id) return t.rich(`own.${kind}`, { call })
    const name = withVisibleEscapes(by.type === 'mode' ? by.id : by.name)
    return t.rich(`decided.${kind}`, { who: t(`who.${by.type}`, { name }), call })
  }
  if (kind === 'call') return t.rich('proposed', { call })
  if (kind === 'result') return t.rich(`ended.${outcome}`, { call })
  return (
    <>
      <span className="font-semibold">
        {isMine ? t(`said.${entryKind}`) : t('saidBy', { name: withVisibleEscapes(author.name) })}
      </span>{' '}
      <HitPieces item={item} />
    </>
  )
}

/** The tool and what the Call is about, as it is named everywhere. */
const CallName = ({ item: { tool = '', target = '' }, terms }: Props) => (
  <span className="font-mono text-small">
    <span className="font-semibold">
      <MarkedText text={tool} terms={terms} />
    </span>
    {target !== '' && (
      <>
        {' '}
        <MarkedText text={target} terms={terms} />
      </>
    )}
  </span>
)

/** An excerpt without the signs of Markdown, and of a Call without those of JSON. */
const HitPieces = ({ item: { kind, excerpt, highlights } }: { item: SearchItem }) => (
  <Pieces text={excerpt} highlights={highlights} tidy={kind === 'message' ? plainText : plainJson} />
)

const MARKDOWN = /\*\*|`+|(?<=^|…|\s)#{1,6}(?=\s)/g
const JSON_SIGNS = /\\[bfnrt]|["{}[\]\\]+/g
const ESCAPED = /\\u([0-9a-f]{4})/gi

const plainText = (text: string): string => text.replace(MARKDOWN, ' ').replace(/\s+/g, ' ')

const plainJson = (text: string): string =>
  plainText(
    text
      .replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(JSON_SIGNS, ' '),
  )

export function MarkedText({ text, terms }: { text: string; terms: SearchTerm[] }) {
  const { excerpt, highlights } = excerptOf(text, terms)
  return <Pieces text={excerpt} highlights={highlights} />
}

type PiecesProps = Pick<SearchItem, 'highlights'> & { text: string; tidy?: (text: string) => string }

function Pieces({ text, highlights, tidy = text => text }: PiecesProps) {
  const cuts = [0, ...highlights.flat(), text.length]
  return cuts.slice(1).map((to, index) => (
    <Piece key={to} isMarked={index % 2 === 1}>
      {tidy(text.slice(cuts[index], to))}
    </Piece>
  ))
}

const Piece = ({ isMarked, children }: { isMarked: boolean; children: string }) =>
  isMarked ? (
    <mark className={MARK}>
      <VisibleText isLine>{children}</VisibleText>
    </mark>
  ) : (
    <VisibleText isLine>{children}</VisibleText>
  )
