import { useTranslations } from 'use-intl'
import { ActionButton } from '@/components/page/action-button'
import { lazyPart } from '@/components/page/lazy-part'
import { Prose } from '@/components/text/prose'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { PAPER_TEXT, PLAIN_PROSE } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { useOpen } from '@/lib/client/page/page-state'
import { type EndingKind, endingOf } from '@/lib/client/text/ending'
import { isSetAside } from '@/lib/domain/call/call-state'
import type { CompactionLine } from '@/lib/domain/run/compaction'
import type { Entry } from '@/lib/domain/session/entry'
import { EntryActions } from './entry-actions'

const ConnectButton = lazyPart(async () => (await import('@/components/models/connect-button')).ConnectButton)

type Props = { sessionId: string; entry: Entry; canContinue: boolean }

/** What Countersign itself says: of a run, or of what left the agent's context. */
export const NoticeArticle = ({ sessionId, entry, canContinue }: Props) =>
  entry.compaction ? (
    <CompactionArticle sessionId={sessionId} entry={entry} line={entry.compaction} />
  ) : (
    <RunNotice sessionId={sessionId} entry={entry} canContinue={canContinue} />
  )

const LOOKS: Record<EndingKind, string> = {
  plain: 'border-field border-l-2 bg-hover',
  limit: 'border-field border-l-2 border-dashed text-quiet',
  stop: 'border-hairline border-l-2 text-quiet',
  failure: 'border-removed-sign border-l-3 bg-removed',
}

/** A limit and a stop are quiet: nothing went wrong. A failure says whose it was, what was kept and how to mend it. */
function RunNotice({ sessionId, entry, canContinue }: Props) {
  const t = useTranslations('session.noticeArticle')
  const ending = endingOf(entry.outcome)
  const { kind, remedy } = ending
  const { runId } = entry
  const refusedTool = toolIn(entry.codedText)
  return (
    <article aria-label={t('name')} className={`relative px-3 py-2 touch:pr-11 ${LOOKS[kind]}`}>
      {kind === 'failure' && <p className="font-semibold">{t(`whose.${ending.whose}`)}</p>}
      <p data-prose dir="auto" className={PLAIN_PROSE}>
        <ServerText codedText={entry.codedText} english={entry.text} />
      </p>
      {isSetAside(entry) && <p className="text-quiet text-small">{t('setAside')}</p>}
      {kind !== 'plain' && kind !== 'stop' && (
        <p className="text-small">
          {t(canContinue || kind === 'limit' ? `kept.${kind}` : 'kept.past')}{' '}
          {canContinue && remedy !== 'continue' && t(`advice.${remedy}`)}
        </p>
      )}
      {canContinue && runId && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          {refusedTool && (
            <ActionButton
              isOnce
              act={async key => {
                await leaveOut(sessionId, refusedTool)
                return continueRun(runId, key)
              }}
            >
              {t('mend.leaveOut', { tool: refusedTool })}
            </ActionButton>
          )}
          {(remedy === 'key' || remedy === 'model') && (
            <ConnectButton sessionId={sessionId} label={t(`mend.${remedy}`)} />
          )}
          <ActionButton
            isOnce
            variant={remedy === 'key' || remedy === 'model' ? 'quiet' : 'plain'}
            act={key => continueRun(runId, key)}
          >
            {t(kind === 'failure' ? 'mend.again' : 'mend.continue')}
          </ActionButton>
        </div>
      )}
      <EntryActions sessionId={sessionId} entry={entry} />
    </article>
  )
}

/** The tool of a server that the provider has refused. */
function toolIn(codedText: Entry['codedText']): string | undefined {
  if (codedText?.code === 'failure.refusedTool')
    return `${codedText.params?.server}__${codedText.params?.tool}`
  return codedText?.parts?.map(toolIn).find(Boolean)
}

async function leaveOut(sessionId: string, tool: string): Promise<void> {
  const params = { id: sessionId }
  const { session } = await fetchApi('GET /api/sessions/{id}', { params })
  const exclude = [...new Set([...session.tools.exclude, tool])]
  await fetchApi('PATCH /api/sessions/{id}', { params, body: { tools: { ...session.tools, exclude } } })
}

/** Continues a Run that a limit or an error has ended. */
const continueRun = (id: string, key: string) =>
  fetchApi('POST /api/runs/{id}/continue', { params: { id }, body: {}, key })

type CompactionProps = { sessionId: string; entry: Entry; line: CompactionLine }

/** Text in the middle of a dashed line. */
const DIVIDER =
  'flex items-center gap-3 text-[0.8125rem] before:flex-1 before:border-field before:border-t before:border-dashed after:flex-1 after:border-field after:border-t after:border-dashed'

/** Stands where earlier messages left the agent's context: how many, what replaced them, and how to undo it. */
function CompactionArticle({ sessionId, entry, line }: CompactionProps) {
  const t = useTranslations('session.compaction')
  const [isOpen, setOpen] = useOpen(entry.id)
  const { dropped, before, after, method, undone } = line
  return (
    <article aria-label={t(method)} className="relative flex flex-col gap-2 touch:pr-11">
      <p className={DIVIDER}>
        <span>{t(method === 'summary' ? 'summarised' : 'leftOut', { count: dropped })}</span>
      </p>
      <p className="tabular-nums text-center text-quiet text-small">
        {t('sizes', {
          before: before.messages,
          after: after.messages,
          tokensBefore: before.tokens,
          tokensAfter: after.tokens,
        })}{' '}
        {t(`why.${line.why}`)}
      </p>
      {method === 'summary' ? (
        <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary className="cursor-pointer font-semibold">{t('open')}</summary>
          <div className={`${PAPER_TEXT} mt-2`}>
            <Prose>{entry.text}</Prose>
          </div>
        </details>
      ) : (
        <p className="text-center text-quiet text-small">
          <VisibleText>{entry.text}</VisibleText>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-center gap-3">
        <a className="underline" href={`#seq-${line.from}`}>
          {t('original')}
        </a>
        {undone ? (
          <span className="text-quiet">{t('undone')}</span>
        ) : (
          <ActionButton
            act={key =>
              fetchApi('POST /api/sessions/{id}/compactions/{compactionId}/undo', {
                params: { id: sessionId, compactionId: entry.id },
                key,
              })
            }
          >
            {t('undo')}
          </ActionButton>
        )}
      </div>
      <EntryActions sessionId={sessionId} entry={entry} />
    </article>
  )
}
