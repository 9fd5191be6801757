import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ShowMore } from '@/components/list/list-page'
import { ProblemAlert } from '@/components/text/problem-text'
import { Clock } from '@/components/ui/clock'
import { useList } from '@/lib/client/queries/use-list'
import type { CursorPage } from '@/lib/domain/contract/operation'
import type { SessionView } from '@/lib/domain/session/view'

type Revision = { revision: number; callId?: string | undefined; at: string }

type Props<T> = {
  view: SessionView
  name: string
  /** Changes with each new revision. */
  queryKey: readonly unknown[]
  read: (cursor: string, signal: AbortSignal) => Promise<CursorPage<T>>
  children: (revision: T) => ReactNode
}

const REVISION = 'flex flex-col gap-1 border-hairline border-b py-2 [&_del]:text-quiet [&_ins]:no-underline'

/** Earlier revisions, newest first; loaded once they are opened. */
export function Revisions<T extends Revision>({ view, name, queryKey, read, children }: Props<T>) {
  const [isOpen, setOpen] = useState(false)
  const { items = [], error, ...rest } = useList(queryKey, { read, enabled: isOpen })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">{name}</summary>
      <ProblemAlert error={error} />
      <ol className="flex flex-col pt-1">
        {items.map(one => (
          <li key={one.revision} className={REVISION}>
            <RevisionAuthor view={view} revision={one} />
            {children(one)}
          </li>
        ))}
      </ol>
      <ShowMore more={rest.more} isLoadingMore={rest.isLoadingMore} />
    </details>
  )
}

/** Who made a revision, and when; with a link to the Call that did, if it is loaded. */
function RevisionAuthor({ view, revision: { callId, at } }: { view: SessionView; revision: Revision }) {
  const t = useTranslations('inspector.revisions')
  const seq = callId && view.transcript.find(entry => entry.callId === callId)?.seq
  return (
    <p className="flex justify-between gap-3 text-quiet text-small">
      {seq ? (
        <a href={`#seq-${seq}`} className="underline underline-offset-3">
          {t('byAgent')}
        </a>
      ) : (
        <span>{t(callId ? 'byAgent' : 'byPerson')}</span>
      )}
      <Clock isExact at={at} />
    </p>
  )
}
