'use client'

import { useQueries } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { ItemList, PAGE_BODY, PageHead } from '@/components/list/list-page'
import { EntryArticle } from '@/components/session/transcript/entry-article'
import { VisibleText } from '@/components/text/visible-text'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { useList } from '@/lib/client/queries/use-list'
import { rowsOf } from '@/lib/client/text/transcript-rows'
import type { Entry } from '@/lib/domain/session/entry'
import type { Session } from '@/lib/domain/session/session'
import { idInFork } from '@/lib/text/fork-ids'

type Props = { branch: Pick<Session, 'id' | 'title'>; parent: NonNullable<Session['parent']> }

/** A branch beside the session it came from, from where they part. */
export function CompareView({ branch, parent: { sessionId, seq } }: Props) {
  const t = useTranslations('history.compare')
  const params = { id: sessionId }
  const tOrigin = useTranslations('session.forkOrigin')
  const { data: parent, error } = useRead(KEYS.parentView(sessionId), 'GET /api/sessions/{id}', { params })
  const [here, there] = [useEntriesAfter(branch.id, seq), useEntriesAfter(sessionId, seq)]
  const otherwise = useDecidedOtherwise(branch.id, there.items ?? [], here.items ?? [])
  const title = parent?.session.title ?? tOrigin(isProblem(error, 'not_found') ? 'deleted' : 'another')
  return (
    <>
      <PageHead heading={t('heading')} width="max-w-190 min-[80rem]:max-w-none" />
      <div className={`px-5 py-6 ${PAGE_BODY}`}>
        <div className="mx-auto grid max-w-200 gap-x-10 gap-y-12 min-[80rem]:max-w-none min-[80rem]:grid-cols-2">
          <Side name={t('origin')} session={{ id: sessionId, title }} list={there} otherwise={otherwise} />
          <Side name={t('branch')} session={branch} list={here} otherwise={otherwise} />
        </div>
      </div>
    </>
  )
}

type SideProps = {
  name: string
  session: Props['branch']
  list: ReturnType<typeof useEntriesAfter>
  otherwise: ReadonlySet<string>
}

function Side({ name, session: { id, title }, list, otherwise }: SideProps) {
  const t = useTranslations('history.compare')
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="border-hairline border-b pb-2 font-semibold wrap-anywhere">
        <Link href={`/sessions/${id}`} prefetch={false} className="hover:underline">
          <VisibleText isLine>{title}</VisibleText>
        </Link>{' '}
        <span className="font-normal text-quiet text-small">{name}</span>
      </h2>
      <ItemList list={{ ...list, items: list.items && rowsOf(list.items) }} none={t('none')}>
        {({ key, entry, reads = [entry] }) => (
          <li key={key} className="flex flex-col py-1">
            {reads.map(entry => {
              const isOther = otherwise.has(entry.id)
              return (
                <div key={entry.id} className={isOther ? 'border-field border-s-3 bg-hover ps-3' : ''}>
                  {isOther && <p className="font-semibold text-small">{t('otherwise')}</p>}
                  <EntryArticle sessionId={id} entry={entry} />
                </div>
              )
            })}
          </li>
        )}
      </ItemList>
    </section>
  )
}

const useEntriesAfter = (id: string, seq: number) =>
  useList(KEYS.transcript(id, `compare ${seq}`), {
    read: async (cursor, signal) => {
      const query = { after: cursor || String(seq), limit: 100 }
      const page = await fetchApi('GET /api/sessions/{id}/transcript', { params: { id }, query, signal })
      return { ...page, nextCursor: page.laterCursor }
    },
  })

/** The results of Calls that both sessions have and about which something else was decided. */
function useDecidedOtherwise(branchId: string, there: Entry[], here: Entry[]): ReadonlySet<string> {
  const ofBranch = new Map(here.map(entry => [entry.callId, entry]))
  const pairs = there.flatMap(entry => {
    const twin = entry.callId && ofBranch.get(idInFork(branchId, entry.callId))
    return twin ? [[entry, twin] as const] : []
  })
  const ids = pairs
    .flatMap(pair => (pair.every(({ call }) => call?.change) ? pair : []))
    .map(({ callId = '' }) => callId)
  // Each is read for its row as well.
  const calls = useQueries({
    queries: ids.map(id => ({
      queryKey: KEYS.call(id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchApi('GET /api/calls/{id}', { params: { id }, signal }),
    })),
  })
  const edits = new Map(calls.map(({ data }) => [data?.id, JSON.stringify(data?.effective?.arguments)]))
  const isKnown = calls.every(({ data }) => data)
  const verdictOf = ({ call, callId }: Entry): string =>
    JSON.stringify([
      ...[call?.tool, call?.decided, call?.by?.type, call?.change, call?.result === 'denied'],
      isKnown && edits.get(callId),
    ])
  return new Set(
    pairs.flatMap(([one, other]) => (verdictOf(one) === verdictOf(other) ? [] : [one.id, other.id])),
  )
}
