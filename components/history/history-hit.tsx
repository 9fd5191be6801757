'use client'

import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListItem } from '@/components/list/list-page'
import { ForkButton } from '@/components/session/fork-button'
import { useMe } from '@/components/shell/me'
import { CodeText } from '@/components/text/code-text'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import { MARK } from '@/components/ui/further-looks'
import { PAPER_TEXT } from '@/components/ui/looks'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { hitPieces } from '@/lib/client/text/hit-text'
import { OWNER } from '@/lib/domain/contract/person'
import type { SearchItem } from '@/lib/domain/session/search'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { excerptOf, type SearchTerm } from '@/lib/text/search-terms'

type Props = { item: SearchItem; terms: SearchTerm[] }

/** What can be done from there: beside what was said, and on a phone below it. */
const BESIDE = 'absolute top-3 right-0 max-phone:static'

/** A hit as a sentence, with what was looked for in its midst; it links to its place. */
export function HistoryHit({ item, terms }: Props) {
  const t = useTranslations('history.fork')
  const { kind, sessionId, seq, callId } = item
  return (
    <ListItem>
      <Link
        href={item.link}
        prefetch={false}
        className="group flex flex-col rounded-base pr-35 focus-visible:outline-offset-6 max-phone:pr-0"
      >
        <span className="wrap-anywhere group-hover:underline group-hover:underline-offset-3">
          <HitSentence item={item} terms={terms} />
        </span>
        {kind !== 'message' && kind !== 'session' && (
          <span className="wrap-anywhere [unicode-bidi:plaintext]">
            <HitPieces item={item} />
          </span>
        )}
        <span className="wrap-anywhere text-quiet text-small">
          {kind !== 'session' && (
            <>
              <VisibleText isLine>{item.title}</VisibleText> ·{' '}
            </>
          )}
          <Clock at={item.at} isBare />
        </span>
      </Link>
      {kind === 'call' && callId !== undefined && <CallArguments callId={callId} />}
      {kind !== 'session' && (
        <div className={BESIDE}>
          <ForkButton
            sessionId={sessionId}
            // A decision is forked before, so that it can be taken otherwise.
            seq={kind === 'decision' ? seq - 1 : seq}
          >
            {t(kind === 'decision' ? 'beforeDecision' : 'here')}
          </ForkButton>
        </div>
      )}
    </ListItem>
  )
}

function HitSentence({ item, terms }: Props) {
  const t = useTranslations('history.sentence')
  const me = useMe()
  const call = (): ReactNode => <CallName key="call" item={item} terms={terms} />
  const { kind, entryKind = 'notice', outcome = 'unknown', decision, author = OWNER } = item
  const isMine = entryKind !== 'user' || author.id === me.id
  if (kind === 'decision' && decision) {
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
        {kind === 'session'
          ? t('session')
          : isMine
            ? t(`said.${entryKind}`)
            : t('saidBy', { name: withVisibleEscapes(author.name) })}
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

const HitPieces = ({ item }: { item: SearchItem }) =>
  hitPieces(item).map(({ from, text, isMarked }) => (
    <Piece key={from} isMarked={isMarked}>
      {text}
    </Piece>
  ))

function MarkedText({ text, terms }: { text: string; terms: SearchTerm[] }) {
  const { excerpt, highlights } = excerptOf(text, terms)
  const cuts = [0, ...highlights.flat(), excerpt.length]
  return cuts.slice(1).map((to, index) => (
    <Piece key={to} isMarked={index % 2 === 1}>
      {excerpt.slice(cuts[index], to)}
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

/** What the agent wrote to the letter, read when somebody wants it. */
function CallArguments({ callId }: { callId: string }) {
  const t = useTranslations('history.arguments')
  const [isOpen, setIsOpen] = useState(false)
  const params = { id: callId }
  const { data, error } = useRead(KEYS.call(callId), 'GET /api/calls/{id}', { params }, { enabled: isOpen })
  return (
    <details className="text-small" onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-quiet touch:py-2.5 hover:text-ink">{t('show')}</summary>
      <ProblemAlert error={error} />
      {!data && !error && isOpen && <p className="text-quiet">{t('loading')}</p>}
      {data && (
        <div className={`${PAPER_TEXT} mt-1`}>
          <CodeText>{data.proposed.argumentsText}</CodeText>
        </div>
      )}
    </details>
  )
}
