import Link from 'next/link'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListItem } from '@/components/list/list-page'
import { lazyPart } from '@/components/page/lazy-part'
import { useMe } from '@/components/shell/me'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { MARK } from '@/components/ui/further-looks'
import { letsRun } from '@/lib/domain/call/call-state'
import { OWNER } from '@/lib/domain/contract/person'
import type { SearchItem } from '@/lib/domain/session/search'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { excerptOf, type SearchTerm } from '@/lib/text/search-terms'

const CorrectionOfCall = lazyPart(async () => (await import('@/components/call/correction')).CorrectionOfCall)
const BranchMenu = lazyPart(async () => (await import('@/components/sessions/session-actions')).BranchMenu)
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
          className="group min-w-0 grow basis-0 rounded-base wrap-anywhere "
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
        <span className="flex flex-none gap-x-3 text-quiet max-phone:order-1 max-phone:basis-full text-small tabular-nums">
          {decision && letsRun(decision) && outcome && (
            <span className={outcome === 'error' ? 'font-semibold text-ink' : ''}>
              {t(`outcome.${outcome}`)}
            </span>
          )}
          <Clock at={item.at} isBare />
        </span>
        {callId !== undefined && <More item={item} />}
      </div>
      {callId !== undefined && <CallLife callId={callId} decision={decision} />}
    </ListItem>
  )
}

/** What a person changed, and behind a fold all that became of the Call. */
function CallLife({ callId, decision }: { callId: string; decision: SearchItem['decision'] }) {
  const t = useTranslations('history.life')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {decision?.kind === 'edit' && !isOpen && <CorrectionOfCall callId={callId} />}
      <details className="text-small" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer text-quiet touch:py-2.5 hover:text-ink">{t('show')}</summary>
        {isOpen && <CallStory callId={callId} />}
      </details>
    </>
  )
}

function More({ item }: Pick<Props, 'item'>) {
  const t = useTranslations('history.life')
  const more = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="relative -my-1.5 -mr-2 flex-none touch:-mr-3">
      <Button
        ref={more}
        variant="bare"
        shape="round"
        aria-label={t('more')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={BranchMenu.preload}
        onFocus={BranchMenu.preload}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">⋯</span>
      </Button>
      {isOpen && <BranchMenu item={item} more={more} onClose={() => setOpen(false)} />}
    </span>
  )
}

function HitSentence({ item, terms }: Props) {
  const t = useTranslations('history.sentence')
  const tVoid = useTranslations('call.remarks.void')
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
  if (item.void) return [call(), ' ', tVoid(item.void)]
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

const plainJson = (text: string): string => {
  const unescaped = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return plainText(unescaped.replace(JSON_SIGNS, ' '))
}

export function MarkedText({ text, terms }: { text: string; terms: SearchTerm[] }) {
  const { excerpt, highlights } = excerptOf(text, terms)
  return <Pieces text={excerpt} highlights={highlights} />
}

type PiecesProps = Pick<SearchItem, 'highlights'> & { text: string; tidy?: (text: string) => string }

function Pieces({ text, highlights, tidy = text => text }: PiecesProps) {
  const cuts = [0, ...highlights.flat(), text.length]
  return cuts.slice(1).map((to, index) => {
    const Piece = index % 2 === 1 ? 'mark' : 'span'
    return (
      <Piece key={to} className={index % 2 === 1 ? MARK : undefined}>
        <VisibleText isLine>{tidy(text.slice(cuts[index], to))}</VisibleText>
      </Piece>
    )
  })
}
