import { useTranslations } from 'use-intl'
import { ActionButton } from '@/components/page/action-button'
import { lazyPart } from '@/components/page/lazy-part'
import { ServerText } from '@/components/text/server-words'
import { PLAIN_PROSE } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { type EndingKind, endingOf } from '@/lib/client/text/ending'
import { isSetAside } from '@/lib/domain/call/call-state'
import type { Entry } from '@/lib/domain/session/entry'
import { CompactionArticle } from './compaction-article'
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
      {canContinue && entry.runId && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          {refusedTool && (
            <ActionButton
              isOnce
              act={async key => {
                await leaveOut(sessionId, refusedTool)
                return continueRun(entry, key)
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
            act={key => continueRun(entry, key)}
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
const continueRun = ({ runId = '' }: Entry, key: string) =>
  fetchApi('POST /api/runs/{id}/continue', { params: { id: runId }, body: {}, key })
